import type { z } from 'zod';
import { NodeError, UserError } from '../domain/errors.ts';
import { nodeLabel, type GraphNode } from '../domain/graph.ts';
import type { JsonObject } from '../domain/json.ts';
import type { AnyNode } from '../nodes/definition.ts';
import { bindParameters } from './bind-parameters.ts';

/**
 * The config a node runs with: the catalogue's defaults, overlaid with the node's own values, with
 * parameters bound, read by the type's schema. Unknown keys are ignored.
 * @throws NodeError naming node and field
 */
export function readConfig(definition: AnyNode, node: GraphNode, parameters: JsonObject): unknown {
  const read = parse(definition, node.data.config, parameters);
  if (read.ok) return read.config;
  const sentences = read.problems.slice(0, 3).join(' ');
  throw new NodeError({ id: node.id, label: nodeLabel(node) }, sentences);
}

type ReadConfig =
  | { readonly ok: true; readonly config: unknown }
  | { readonly ok: false; readonly problems: readonly string[] };

function parse(definition: AnyNode, config: JsonObject, parameters: JsonObject): ReadConfig {
  const merged = { ...definition.defaultConfig, ...config };
  const bound = bindParameters(merged, parameters, definition.expressionKeys);
  try {
    const parsed = definition.config.safeParse(bound);
    if (parsed.success) return { ok: true, config: parsed.data };
    return { ok: false, problems: parsed.error.issues.map(describe) };
  } catch (error) {
    // A schema may call a parser that throws a sentence of its own.
    if (error instanceof UserError) return { ok: false, problems: [error.message] };
    throw error;
  }
}

function describe(issue: z.core.$ZodIssue): string {
  const message = /[.?!]$/.test(issue.message) ? issue.message : `${issue.message}.`;
  return issue.path.length === 0 ? message : `"${issue.path.join('.')}": ${message}`;
}
