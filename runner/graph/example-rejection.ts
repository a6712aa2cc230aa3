import { UserError } from '../domain/errors.ts';
import type { AnyNode, ExampleTable, NodeExample } from '../nodes/definition.ts';
import type { Relation } from '../plan/relation.ts';
import { lowerNode } from './lower-node.ts';
import { checkConfig } from './node-config.ts';

/** Any time: no error text of an example depends on it. */
const LOCAL_TIME = '2026-01-01T00:00:00.000';

/**
 * The error of an example whose config is rejected before any row is read.
 * @returns null for an example that only fails when its rows are evaluated, or does not fail
 */
export function exampleRejection(
  definition: AnyNode,
  { config, inputs }: NodeExample,
): string | null {
  const read = checkConfig(definition, config, {});
  if (!read.ok) return read.issues.map(({ message }) => message).join(' ');
  const many = (handle: string): readonly Relation[] => tablesOf(inputs[handle]).map(relationOf);
  const one = (handle = 'in'): Relation => relationOf(tablesOf(inputs[handle])[0]);
  try {
    const context = { parameters: {}, localTime: LOCAL_TIME };
    lowerNode({ definition, config: read.config }, { one, many }, context);
    return null;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

function relationOf(table: ExampleTable | undefined, position = 0): Relation {
  return { op: 'source', name: `table ${position}`, columns: table?.columns ?? [] };
}

function tablesOf(given: NodeExample['inputs'][string] | undefined): readonly ExampleTable[] {
  if (given === undefined) return [];
  return 'rows' in given ? [given] : given;
}
