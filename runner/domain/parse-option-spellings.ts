import { nearestField } from './field-hint.ts';
import { PARSE_OPTION_NAMES, type ParseOptionName } from './parse-option-facts.ts';

/** What libraries and tools call the parse options, without signs between their words. */
const OTHER_NAMES: Readonly<Record<ParseOptionName, string>> = {
  delimiter: 'sep separator delim fielddelimiter fieldseparator fieldterminator columnseparator',
  encoding: 'charset enc codepage characterset fileencoding',
  decimal: 'dec decimalmark decimalpoint decimalseparator decimalcomma decimalsep',
  sheet: 'sheetname sheetid sheetindex sheets worksheet tab tabname',
  records: 'recordpath recordspath jsonpath recordprefix rowpath',
  null_values:
    'na nas navalues nan null nulls nullvalue nullstring nastrings missing missingvalues',
  skip_rows: 'skip skiprow skiplines skipheader headerrow headerrows startrow firstrow skipfirst',
  has_header: 'header headers hasheaders hasheaderrow firstrowisheader noheader',
  column_names: 'columns names colnames columnnames newcolumns fieldnames headernames',
  rows: 'ragged raggedrows truncateraggedlines fill strict',
  comment: 'comments commentchar commentprefix commentcharacter',
  quote_char: 'quote quotes quotechar quotecharacter quotemark quoting enclosure textqualifier',
  escape_char: 'escape escapechar escapecharacter',
  skip_initial_space: 'trim stripwhitespace ltrim',
  dates: 'date parsedates parsedate tryparsedates dateformat datecolumns',
};

const BY_NAME: ReadonlyMap<string, ParseOptionName> = new Map(
  PARSE_OPTION_NAMES.flatMap((name) =>
    [...OTHER_NAMES[name].split(' '), lettersOf(name)].map((other) => [other, name] as const),
  ),
);

/** The option that a name of another tool stands for, such as `sep`. */
export function parseOptionCalled(name: string): ParseOptionName | undefined {
  return BY_NAME.get(lettersOf(name));
}

/** The option that an unknown name probably stands for: that of another tool, or a typo. */
export function parseOptionMeant(
  name: string,
  known: readonly string[] = PARSE_OPTION_NAMES,
): string | undefined {
  const called = parseOptionCalled(name);
  return called !== undefined && known.includes(called) ? called : nearestField(name, known);
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** What people write for a delimiter or a decimal mark, and how it is written. */
const MARKS: Readonly<Record<string, string>> = {
  tab: '\\t',
  tabs: '\\t',
  tabulator: '\\t',
  tsv: '\\t',
  comma: ',',
  csv: ',',
  semicolon: ';',
  pipe: '|',
  bar: '|',
  space: 'whitespace',
  spaces: 'whitespace',
  blank: 'whitespace',
  blanks: 'whitespace',
  's+': 'whitespace',
  s: 'whitespace',
  point: '.',
  dot: '.',
  period: '.',
};

/** A sentence with the mark that a word stands for, such as `tab`, if it is among the allowed ones; else empty. */
export function markHint(text: string, allowed: readonly string[]): string {
  const word = text.trim().toLowerCase().replaceAll('\\', '');
  const mark = Object.hasOwn(MARKS, word) ? MARKS[word] : undefined;
  const isAllowed = mark !== undefined && allowed.includes(mark === '\\t' ? '\t' : mark);
  return isAllowed ? ` Did you mean "${mark}"?` : '';
}
