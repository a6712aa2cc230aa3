import type { ColumnSchema, ColumnType } from '../domain/column.ts';
import { OUTPUT_SUFFIX, type FileFormat } from '../domain/file-format.ts';

/** The type of columns that a script finds: `any` when it finds their types too. */
export type FoundType = ColumnType | 'any';

/** The file that an output node writes in a script. */
export interface OutputFile {
  readonly name: string;
  readonly format: FileFormat;
  readonly columns: readonly ColumnSchema[];
  /** The type of all other columns, whose names only the script finds; null if it has no others. */
  readonly found: FoundType | null;
  /** Whether a text, or the name of a column, may be empty. Delimited files have it in quotes, unlike null. */
  readonly hasEmptyTexts: boolean;
}

/** Whether a file is known to have a single column. */
export function hasOneColumn({ columns, found }: OutputFile): boolean {
  return columns.length === 1 && found === null;
}

/** Whether a file has, or may have, a column of a type. */
export function mayHave({ columns, found }: OutputFile, type: ColumnType): boolean {
  return found === type || found === 'any' || columns.some((column) => column.type === type);
}

/**
 * Returns a unique name for an output file: the dataset's name or `output`, with the suffix of the format
 * and without a folder.
 * @param taken names in lower case; the new name is added
 */
export function outputName(datasetName: string, format: FileFormat, taken: Set<string>): string {
  const suffix = OUTPUT_SUFFIX[format];
  const plain = datasetName.replaceAll(/[/\\\p{Cc}]+/gu, '_').trim();
  const lowered = plain.toLowerCase();
  const stem = lowered.endsWith(suffix) ? plain.slice(0, -suffix.length) : plain;
  const base = stem === '' || /^\.+$/.test(stem) ? 'output' : stem;
  let name = `${base}${suffix}`;
  for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${base}_${count}${suffix}`;
  taken.add(name.toLowerCase());
  return name;
}
