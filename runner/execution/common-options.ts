import { isDeepStrictEqual } from 'node:util';
import type { ColumnSchema } from '../domain/column.ts';
import type { ParseOptions } from '../domain/parse-options.ts';
import type { ConvertedFile } from '../formats/ingest.ts';

/**
 * How files were parsed, by which each of them can be read with the columns of all. Null: they have other
 * options or other columns. A column without a value has any type.
 */
export function commonOptions(
  files: readonly Pick<ConvertedFile, 'columns' | 'parseOptions'>[],
): ParseOptions | null {
  const [first] = files;
  if (first === undefined) return null;
  const types = new Map<string, string>();
  const isAlike = files.every(
    ({ columns, parseOptions }) =>
      isDeepStrictEqual(namesOf(columns), namesOf(first.columns)) &&
      isDeepStrictEqual(parseOptions, first.parseOptions) &&
      columns.every((column) => fits(column, types)),
  );
  return isAlike ? (first.parseOptions ?? {}) : null;
}

function namesOf(columns: readonly ColumnSchema[]): readonly string[] {
  return columns.map(({ name }) => name);
}

function fits({ name, type }: ColumnSchema, types: Map<string, string>): boolean {
  if (type === 'null') return true;
  const known = types.get(name) ?? type;
  types.set(name, known);
  return known === type;
}
