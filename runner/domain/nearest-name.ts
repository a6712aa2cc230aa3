import type { ColumnSchema } from './column.ts';
import { ComparisonBudget } from './comparison-budget.ts';
import { UserError } from './errors.ts';

/** Longer names are not compared: the time grows with the product of both lengths. */
const MAX_COMPARED_LENGTH = 200;

/**
 * The candidate closest to `name` by edit distance, if it is close enough for a typo.
 * @param budget shared by callers that search several names; undefined is returned once it is spent
 */
export function nearestName(
  name: string,
  candidates: Iterable<string>,
  budget = new ComparisonBudget(),
): string | undefined {
  if (name.length > MAX_COMPARED_LENGTH) return undefined;
  const lowered = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    if (budget.isSpent) return undefined;
    budget.chargeCandidate();
    if (Math.abs(candidate.length - name.length) >= bestDistance) continue;
    budget.chargeComparison(name, candidate);
    const distance = editDistance(lowered, candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** The columns of each schema by name. A node with many names searches the same schema for each of them. */
const columnsByName = new WeakMap<readonly ColumnSchema[], ReadonlyMap<string, ColumnSchema>>();

/** A column that a schema does not have. */
export class UnknownColumnError extends UserError {
  override readonly name = 'UnknownColumnError';
}

/**
 * The column of a name.
 * @param columns a schema, which never changes
 * @throws UnknownColumnError that suggests the nearest name when there is no such column
 */
export function findColumn(columns: readonly ColumnSchema[], name: string): ColumnSchema {
  const found = byName(columns).get(name);
  if (found !== undefined) return found;
  const names = columns.map((column) => column.name);
  const nearest = nearestName(name, names);
  const hint =
    nearest === undefined
      ? `The columns are: ${names.slice(0, 20).join(', ') || '(none)'}.`
      : `Did you mean "${nearest}"?`;
  throw new UnknownColumnError(`There is no column "${name}". ${hint}`);
}

function byName(columns: readonly ColumnSchema[]): ReadonlyMap<string, ColumnSchema> {
  const known = columnsByName.get(columns);
  if (known !== undefined) return known;
  const found = new Map(columns.map((column) => [column.name, column]));
  columnsByName.set(columns, found);
  return found;
}

/** How many letters must be added, removed or replaced to make one text of the other. */
export function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
