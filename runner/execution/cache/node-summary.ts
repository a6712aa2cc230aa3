import type { NodeResult } from '../../domain/run-result.ts';

const FIELDS = [
  'rows',
  'columns',
  'column_types',
  'sample',
  'warnings',
  'assertion_passed',
  'assertion_violation_count',
  'assertion_violating_sample',
  'chart',
] as const satisfies readonly (keyof NodeResult)[];

/** What a node reports of its rows: the fields of its result that depend neither on its name nor on time. */
export type NodeSummary = Pick<NodeResult, (typeof FIELDS)[number]>;

/** The summary of a successful node. */
export function summaryOf(result: NodeResult): NodeSummary {
  const entries = FIELDS.flatMap((field) =>
    result[field] === undefined ? [] : [[field, result[field]] as const],
  );
  return Object.fromEntries(entries) as unknown as NodeSummary;
}
