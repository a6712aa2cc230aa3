import type { ColumnType } from '../../domain/column.ts';
import { UserError } from '../../domain/errors.ts';

/** The name of a folder for null, as Hive and its successors write it. */
const NULL_FOLDER = '__HIVE_DEFAULT_PARTITION__';
const INTEGER = /^(?:0|-?[1-9]\d{0,17})$/;

/** A column that the folders of objects name, with its value for each object. */
export interface PartitionColumn {
  readonly name: string;
  /** Integer if every value is a whole number as a CSV file is read, so `01` is text. */
  readonly type: Extract<ColumnType, 'integer' | 'string'>;
  readonly values: readonly (string | null)[];
}

/**
 * The columns that folders such as `year=2026/` name.
 * @throws UserError when one object has other folders of that form than the first one
 */
export function partitionColumns(paths: readonly string[]): readonly PartitionColumn[] {
  const partitions = paths.map(partitionsOf);
  const [first] = partitions;
  const names = first?.map(([name]) => name) ?? [];
  const other = partitions.findIndex(
    (one) => one.map(([name]) => name).join('/') !== names.join('/'),
  );
  if (other !== -1) {
    const shown = names.length === 0 ? 'no partitions' : `the partitions ${names.join(', ')}`;
    throw new UserError(`${paths[0]} has ${shown}, and ${paths[other]} has others.`);
  }
  return names.map((name, place) => {
    const values = partitions.map((one) => one[place]?.[1] ?? null);
    const isInteger = values.every((value) => value === null || INTEGER.test(value));
    return { name, type: isInteger ? 'integer' : 'string', values };
  });
}

function partitionsOf(path: string): readonly (readonly [name: string, value: string | null])[] {
  return path
    .split('/')
    .slice(0, -1)
    .flatMap((folder) => {
      const at = folder.indexOf('=');
      if (at < 1) return [];
      const value = folder.slice(at + 1);
      return [[unescaped(folder.slice(0, at)), value === NULL_FOLDER ? null : unescaped(value)]];
    });
}

/** Writers escape characters of names as in URLs. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
