import type { ColumnType } from '../domain/column.ts';
import type { FileIrregularity } from '../domain/file-irregularity.ts';
import type { ExportInput } from './export-request.ts';
import { dialectOf, readsKeptFile, tableOptionsOf } from './read-options.ts';

const WORDS: Readonly<Record<FileIrregularity, string>> = {
  blank_lines: 'blank lines',
  misplaced_quotes: 'quotes within cells',
  lone_carriage_returns: 'carriage returns as line ends',
  comments: 'comments',
  null_texts: 'texts that mean null',
  renamed_columns: 'columns without a name of their own',
  padded_cells: 'spaces around values',
  nan_cells: 'NaN or infinity among numbers',
  boolean_case: 'booleans in unusual case',
  large_integers: 'integers of more than 64 bits',
  cast_types: 'columns that need a cast',
  other_types: 'columns of other types',
  misread_columns: 'columns that its library misreads',
  pandas_index: 'the index of a pandas frame',
};

/** Types of columns that CSV readers make of text themselves. */
export const CSV_TYPES: readonly ColumnType[] = ['integer', 'float', 'boolean', 'string'];

/** What a reader cannot read as the service does. */
export interface HardForReader {
  readonly hard: readonly FileIrregularity[];
  /** The types of columns that it reads. Default: every type. */
  readonly types?: readonly ColumnType[];
  /** Default: it reads every name. */
  readonly isHardName?: (name: string) => boolean;
}

/**
 * Returns why a library's own reader would not give the table of the service, as a sentence; null when
 * it does.
 * @param reader the reader's name
 * @param hard the irregularities and the names of columns that it cannot read
 */
export function plainReaderProblem(
  file: ExportInput,
  reader: string,
  { hard, types, isHardName }: HardForReader,
): string | null {
  if (readsKeptFile(file) || file.irregularities === undefined) {
    return `What ${reader} alone would misread here is not known.`;
  }
  const problem = isText(file) ? optionsProblem(file, reader) : null;
  if (problem !== null) return problem;
  const found = file.irregularities
    .filter((each) => hard.includes(each))
    .map((each) => WORDS[each]);
  if (isHardName !== undefined && file.columns.some(({ name }) => isHardName(name))) {
    found.push('quotes in its header');
  }
  if (types !== undefined && file.columns.some(({ type }) => !types.includes(type))) {
    found.push(WORDS.other_types);
  }
  return found.length === 0
    ? null
    : `${reader} alone would misread this file: it has ${listed(found)}.`;
}

function optionsProblem(file: ExportInput, reader: string): string | null {
  const { delimiter, decimal } = dialectOf(file);
  if (delimiter === decimal) {
    return `${reader} alone reads no decimal comma beside commas between cells.`;
  }
  const { names } = tableOptionsOf(file);
  return names.length === 0
    ? null
    : `The parse options of the upload apply here: ${listed(names)}.`;
}

function isText({ format }: ExportInput): boolean {
  return format === 'csv' || format === 'tsv';
}

function listed(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
}
