import { compileSql, supportsSql } from '../../compilers/sql/compile.ts';
import { SQL_DIALECTS } from '../../compilers/sql/dialects.ts';
import type { JobConnections } from '../../connectors/job-connections.ts';
import type { TypedQuery } from '../../connectors/sql/typed-query.ts';
import { numberedText, type SqlText } from '../../domain/sql-text.ts';
import type { SqlSource } from '../../domain/sql-source.ts';
import { lowerNode, type NodeRelations } from '../../graph/lower-node.ts';
import type { ExecutionPlan, PlannedNode } from '../../graph/validate-graph.ts';
import type { NodeContext } from '../../nodes/definition.ts';
import { inlineInputs } from '../../plan/inline-inputs.ts';
import type { DiscoveredSource } from '../../plan/operators/database.ts';
import { pushDown } from '../../plan/pushdown.ts';
import { reportingOperators } from '../../plan/traits.ts';
import { isDiscovered, type Relation, type Source } from '../../plan/relation.ts';
import { isDefect } from '../failure-reason.ts';
import type { PushedNode, PushedPart } from './pushed-part.ts';

/** What the search needs besides the plan. */
export interface PartContext extends NodeContext {
  readonly connections: JobConnections;
  /** The relations of a node; undefined below a schema that only execution shows. */
  readonly relationsOf: (nodeId: string) => NodeRelations | undefined;
  /** Reports an error of the program itself. */
  readonly onDefect: (error: unknown) => void;
}

/**
 * Finds for each input from a database the longest chain of nodes above it that the database computes exactly
 * as the engines do. Each node of a chain is read by the next one only.
 * @returns the parts by the id of their input
 */
export async function findParts(
  plan: ExecutionPlan,
  context: PartContext,
): Promise<ReadonlyMap<string, PushedPart>> {
  const parts = new Map<string, PushedPart>();
  for (const step of plan.steps) {
    const output = context.relationsOf(step.node.id)?.of();
    if (output?.op !== 'discoveredSource' || nextOf(step, plan) === null) continue;
    if (hasOrder(output.source)) continue;
    const part = await partOf(step, { plan, source: output }, context);
    if (part !== null) parts.set(step.node.id, part);
  }
  return parts;
}

/** The order that a query asks for is observed by the nodes above, and a database does not keep it. */
function hasOrder(source: SqlSource): boolean {
  return source.kind === 'query' && source.texts.some((text) => /\border\s+by\b/i.test(text));
}

async function partOf(
  step: PlannedNode,
  { plan, source }: { readonly plan: ExecutionPlan; readonly source: DiscoveredSource },
  context: PartContext,
): Promise<PushedPart | null> {
  const query = await typedQuery(source, context);
  if (query === null) return null;
  const leaf: Source = { op: 'source', name: step.node.id, columns: query.columns };
  const first: PushedNode = { step, relation: leaf };
  const nodes: PushedNode[] = [];
  let statement: SqlText | null = null;
  for (let last = first; ;) {
    const next = nodeAbove(last, plan, context);
    const compiled = next === null ? null : statementOf(next.relation, query);
    if (next === null || compiled === null) break;
    statement = compiled;
    nodes.push(next);
    last = next;
  }
  if (statement === null) return null;
  const { texts, values } = statement;
  const areCast = query.text.values.length === 0 || isCast(source.source);
  return {
    nodes: [first, ...nodes],
    source: {
      ...source,
      source: { kind: 'query', texts, values, ...(areCast ? { areCast: true } : {}) },
    },
    statement: numberedText(texts),
    warnings: [...query.warnings, ...(source.warnings ?? [])],
  };
}

/** Whether a source is the window of an incremental read, whose values stand in casts. */
function isCast(source: SqlSource): boolean {
  return source.kind === 'query' && source.areCast === true;
}

/** Null also when the database fails: the node that reads it then fails too, and says why. */
async function typedQuery(
  { connectionId, source }: DiscoveredSource,
  { connections, onDefect }: PartContext,
): Promise<TypedQuery | null> {
  try {
    return await connections.typedQuery(connectionId, source);
  } catch (error) {
    if (isDefect(error)) onDefect(error);
    return null;
  }
}

/** The next node over the rows of a node; null if there is none, or if it needs an engine. */
function nodeAbove(
  { step, relation }: PushedNode,
  plan: ExecutionPlan,
  context: PartContext,
): PushedNode | null {
  const next = nextOf(step, plan);
  if (next === null) return null;
  const outputs = loweredOver(next, relation, context)?.entries() ?? [];
  const [output] = outputs.map(([, lowered]) => lowered);
  if (output === undefined || outputs.length > 1 || isDiscovered(output)) return null;
  // Only execution evaluates what a node reports.
  if (reportingOperators(output).length > 0) return null;
  return { step: next, relation: output };
}

/** The only reader of a node, if it reads nothing else and is no output. */
function nextOf({ node }: PlannedNode, { index, steps }: ExecutionPlan): PlannedNode | null {
  const [edge, ...others] = index.outgoing(node.id);
  if (edge === undefined || others.length > 0) return null;
  if (index.incoming(edge.target).length > 1) return null;
  const next = steps.find((step) => step.node.id === edge.target);
  return next?.definition.kind === 'transform' ? next : null;
}

/** Undefined for a config that does not fit: the evaluation says why. */
function loweredOver(
  step: PlannedNode,
  relation: Relation,
  context: NodeContext,
): NodeRelations | undefined {
  try {
    return lowerNode(step, { one: () => relation, many: () => [relation] }, context);
  } catch {
    return undefined;
  }
}

/** The statement of a node and all below it; null if the database does not compute them all. */
function statementOf(relation: Relation, query: TypedQuery): SqlText | null {
  const plan = inlineInputs(relation);
  if (plan === null) return null;
  const dialect = SQL_DIALECTS[query.dialect];
  const { rest } = pushDown(plan.relation, {
    holds: () => true,
    supports: (operator) => supportsSql(operator, dialect),
    // A sum beyond the range is an error of the statement, after which the engine computes the part.
    notices: ({ op }) => op === 'aggregate',
  });
  if (rest.op !== 'input') return null;
  return compileSql(plan.relation, { dialect, input: () => query.text });
}
