import type { ColumnSchema } from '../../../runner/domain/column.ts';
import type { DatasetStore } from '../../domain/datasets/store.ts';
import type { VersionStore } from '../../domain/datasets/version-store.ts';
import { answerWarning, type AnswerWarning } from '../../openapi/warnings.ts';
import { toColumns } from './views.ts';

/** The maximum number of columns and flows that one warning names. */
const MAX_NAMED = 10;

export interface VersionWarningDeps {
  readonly store: Pick<DatasetStore, 'flowNames'>;
  readonly versions: Pick<VersionStore, 'find' | 'findBefore'>;
}

/** Warns about columns that a new version lacks or changes, with the flows that read the dataset. */
export async function warningsOfVersion(
  { store, versions }: VersionWarningDeps,
  datasetId: string,
  number: number,
): Promise<AnswerWarning[]> {
  const [before, after] = await Promise.all([
    versions.findBefore(datasetId, number),
    versions.find(datasetId, number),
  ]);
  if (before === null || after === null) return [];
  const [was, is] = [toColumns(before.content), toColumns(after.content)];
  const flows = await store.flowNames(datasetId);
  return [
    ...strangerWarnings(was, is, { datasetId, before: before.versionNumber, number }),
    ...versionWarnings(was, is, flows),
  ];
}

/** Warns about a version that is another table, as it may be by its name alone. */
function strangerWarnings(
  was: readonly ColumnSchema[],
  is: readonly ColumnSchema[],
  { datasetId, before, number }: { datasetId: string; before: number; number: number },
): AnswerWarning[] {
  if (was.length === 0 || shareColumn(was, is)) return [];
  const message = `No column of version ${before} is in this version: if it is another table, upload it under another name, and take it back by DELETE /api/datasets/${datasetId}/versions/${number}.`;
  return [answerWarning('no_shared_columns', message)];
}

/** Whether two tables have a column of the same name. */
export function shareColumn(
  one: readonly Pick<ColumnSchema, 'name'>[],
  other: readonly Pick<ColumnSchema, 'name'>[],
): boolean {
  const names = new Set(one.map(({ name }) => name));
  return other.some(({ name }) => names.has(name));
}

/**
 * Warns about columns that a new version lacks or whose type it changes.
 * @param flows the names of the flows that read the dataset
 */
function versionWarnings(
  before: readonly ColumnSchema[],
  after: readonly ColumnSchema[],
  flows: readonly string[],
): AnswerWarning[] {
  const types = new Map(after.map(({ name, type }) => [name, type]));
  const removed = before.filter(({ name }) => !types.has(name));
  const changed = before.filter(({ name, type }) => (types.get(name) ?? type) !== type);
  const warnings = [
    ...aboutColumns('removed_columns', removed, (columns) => {
      const names = columns.map(({ name }) => `"${name}"`);
      return `Columns of the version before are gone: ${list(names)}.`;
    }),
    ...aboutColumns('changed_column_types', changed, (columns) => {
      const changes = columns.map(
        ({ name, type }) => `"${name}" from ${type} to ${types.get(name) ?? ''}`,
      );
      return `Columns changed their type: ${list(changes)}.`;
    }),
  ];
  if (warnings.length === 0 || flows.length === 0) return warnings;
  const named = list(flows.map((name) => `"${name}"`));
  const message = `Flows that read the dataset: ${named}. Validate them before their next run.`;
  return [...warnings, answerWarning('affected_flows', message)];
}

function aboutColumns(
  code: AnswerWarning['code'],
  columns: readonly ColumnSchema[],
  message: (columns: readonly ColumnSchema[]) => string,
): AnswerWarning[] {
  const [first] = columns;
  if (first === undefined) return [];
  const column = columns.length === 1 ? first.name : null;
  return [answerWarning(code, message(columns), { column })];
}

function list(items: readonly string[]): string {
  const rest = items.length - MAX_NAMED;
  const named = items.slice(0, MAX_NAMED).join(', ');
  return rest > 0 ? `${named} and ${rest} more` : named;
}
