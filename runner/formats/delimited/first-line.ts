import type { FileWarning } from '../../domain/file-warning.ts';
import { UserError } from '../../domain/errors.ts';
import type { FormatRequest } from '../ingest-request.ts';
import { readHeadText } from './choose-dialect.ts';
import { MAX_COLUMNS, tooManyColumns } from './max-columns.ts';
import { readHeader, type DelimitedText } from './normalise-delimited.ts';
import { oneMarkHint, quotedLinesHint } from './one-mark.ts';
import { hasSpacesBetweenCells } from './spaces-between-cells.ts';
import { emptyHeaderHint, findPaddedTitle, paddedTitleHint } from './padded-title.ts';
import { commentHeaderHint } from './title-lines.ts';

/** Warns of a header that is a comment, and of one column that could be a table. */
export async function firstLineWarnings(
  request: FormatRequest,
  path: string,
  {
    first,
    titleHint,
    delimiter,
  }: {
    readonly first: readonly string[];
    readonly titleHint: () => Promise<string | null>;
    readonly delimiter: string;
  },
): Promise<FileWarning[]> {
  const { options } = request;
  const { has_header: hasHeader = true } = options;
  const warn = (message: string): FileWarning[] => [{ code: 'title_lines', column: null, message }];
  const isColumn = first.length === 1;
  const title = isColumn ? await titleHint() : null;
  if (title !== null) return warn(`The file was read as one column. ${title}`);
  if (!hasHeader) return [];
  const text = await readHeadText(path);
  const hint = aboveHeaderHint(options, text, delimiter);
  if (hint !== null) return warn(hint);
  return isColumn ? oneColumnWarnings(text, request) : [];
}

/** Says how lines that were read as a header, or as rows above it, are left out. */
function aboveHeaderHint(
  options: FormatRequest['options'],
  text: string,
  delimiter: string,
): string | null {
  const padded = findPaddedTitle(text, delimiter, options.comment);
  const comment = padded?.isAboveValues === false ? null : commentHint(options, text);
  const { skip_rows: skipped = 0 } = options;
  const hint = comment ?? (padded && paddedTitleHint(padded, skipped));
  return hint ?? emptyHeaderHint(text, delimiter, skipped);
}

/** Names a delimiter that cells may have too. */
const SPACE_LINE = /^\ufeff?"?sep= "?[\r\n]/i;

/** Warns of one column that could be a table. */
function oneColumnWarnings(text: string, request: FormatRequest): FileWarning[] {
  const warn = (code: FileWarning['code'], hint: string): FileWarning[] => [
    { code, column: null, message: `The file was read as one column${hint}` },
  ];
  if (SPACE_LINE.test(text)) {
    return warn(
      'spaces_between_cells',
      ', and its first line says that spaces separate its cells: read the file with delimiter=whitespace and skip_rows=1.',
    );
  }
  if (hasSpacesBetweenCells(text)) {
    return warn(
      'spaces_between_cells',
      '. If spaces separate its cells, read the file with delimiter=whitespace.',
    );
  }
  const hint = oneMarkHint(text, request) ?? quotedLinesHint(text);
  return hint === null ? [] : warn('guessed_delimiter', `, but ${hint}`);
}

function commentHint(
  { comment, skip_rows: skipped = 0 }: FormatRequest['options'],
  text: string,
): string | null {
  return comment === undefined ? commentHeaderHint(text, skipped) : null;
}

/** @throws UserError when the file has no record, or too many columns */
export async function readFirstRecord(
  { fileName, options }: FormatRequest,
  path: string,
  text: DelimitedText,
): Promise<string[]> {
  const record = await readHeader(path, text);
  if (record === undefined) {
    const skipped =
      options.skip_rows === undefined ? '' : ` after the ${options.skip_rows} skipped`;
    throw new UserError(
      `${fileName} is empty: its first line${skipped} must ${options.has_header === false ? 'be a row' : 'name the columns'}.`,
    );
  }
  if (record.length > MAX_COLUMNS) {
    throw tooManyColumns(fileName, `${record.length} columns in its first line`);
  }
  return record;
}
