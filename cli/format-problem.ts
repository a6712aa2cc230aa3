import type { GraphProblem } from '../runner/graph/problem.ts';

/** Formats a problem, e.g. `error: node "wet": "column": needs a column.` */
export function formatProblem({ nodeId, field, severity, message }: GraphProblem): string {
  // Most messages about a field name it.
  const isNamed = field === null || message.includes(`"${field}"`);
  const place = [
    ...(nodeId === null ? [] : [`node "${nodeId}"`]),
    ...(isNamed ? [] : [`"${field}"`]),
  ];
  return [severity, ...place, message].join(': ');
}
