import type { ColumnSchema } from '../../../runner/domain/column.ts';

/** Columns and flows that one warning names. */
const MAX_NAMED = 10;

/**
 * Warns of columns that flows may read, and that are gone or of another type in a new version.
 * @param flows names of the flows that read the dataset
 */
export function versionWarnings(
  before: readonly ColumnSchema[],
  after: readonly ColumnSchema[],
  flows: readonly string[],
): string[] {
  const types = new Map(after.map(({ name, type }) => [name, type]));
  const gone = before.filter(({ name }) => !types.has(name)).map(({ name }) => `"${name}"`);
  const changed = before.flatMap(({ name, type }) => {
    const now = types.get(name);
    return now === undefined || now === type ? [] : [`"${name}" from ${type} to ${now}`];
  });
  const warnings = [
    ...(gone.length === 0 ? [] : [`Columns of the version before are gone: ${list(gone)}.`]),
    ...(changed.length === 0 ? [] : [`Columns changed their type: ${list(changed)}.`]),
  ];
  if (warnings.length === 0 || flows.length === 0) return warnings;
  const named = list(flows.map((name) => `"${name}"`));
  return [
    ...warnings,
    `Flows that read the dataset: ${named}. Validate them before their next run.`,
  ];
}

function list(items: readonly string[]): string {
  const rest = items.length - MAX_NAMED;
  const named = items.slice(0, MAX_NAMED).join(', ');
  return rest > 0 ? `${named} and ${rest} more` : named;
}
