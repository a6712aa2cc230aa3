import { call, list } from '../python/code.ts';
import { excelOutput, POLARS_SHEET } from './excel-output.ts';
import { hasOneColumn, mayHave, type FoundType, type OutputFile } from './output-names.ts';
import { polarsColumn } from '../expressions/polars-column-code.ts';
import type { PythonContext } from '../python/python-context.ts';
import { pythonText } from '../python/python-literal.ts';

const ISO_DATETIME = '"%Y-%m-%dT%H:%M:%S%.f"';

/** Emits polars code that writes a file in the same form as the service. */
export function emitPolarsOutput(python: PythonContext, file: OutputFile): void {
  python.line(polarsOutput(python, file, pythonText(file.name)));
}

/** Returns polars code that writes a file. @param path the code of its path */
export function polarsOutput(python: PythonContext, file: OutputFile, path: string): string {
  const frame = python.frame();
  const verb = python.lazy ? 'sink' : 'write';
  const collected = python.lazy ? `${frame}.collect()` : frame;
  switch (file.format) {
    case 'csv':
    case 'tsv':
    case 'text':
      return `${frame}.${verb}_csv(${[path, ...delimitedArguments(file, frame)].join(', ')})`;
    case 'parquet':
      return `${withoutNullTypes(python, file, frame)}.${verb}_parquet(${path})`;
    case 'excel':
      return excelOutput(python, file, { library: POLARS_SHEET, path });
    case 'json':
      return `${jsonReady(python, file, collected)}.write_json(${path})`;
    case 'jsonl':
      return `${jsonReady(python, file, frame)}.${verb}_ndjson(${path})`;
  }
}

/** Readers skip an empty line, so a null in a single column is an empty text; lines of text have no quotes. */
function delimitedArguments(file: OutputFile, frame: string): readonly string[] {
  const { format, found } = file;
  const ofOne = format === 'text' ? 'quote_style="never"' : `null_value='""'`;
  return [
    ...(format === 'csv' ? [] : ['separator="\\t"']),
    ...(format === 'text' ? ['include_header=False'] : []),
    ...(mayHave(file, 'datetime') ? [`datetime_format=${ISO_DATETIME}`] : []),
    ...(hasOneColumn(file) ? [ofOne] : []),
    ...(found === 'any' ? [`${ofOne} if ${frame}.collect_schema().len() == 1 else None`] : []),
  ];
}

/** Makes text of columns of the null type, which not every reader of Parquet knows. */
function withoutNullTypes(python: PythonContext, file: OutputFile, frame: string): string {
  if (file.found === 'any') {
    python.import('import polars as pl');
    python.import('import polars.selectors as cs');
    return `${frame}.with_columns(cs.by_dtype(pl.Null).cast(pl.String))`;
  }
  const casts = cellsOf(python, file).flatMap(({ cells, type }) =>
    type === 'null' ? [`${cells()}.cast(pl.String)`] : [],
  );
  if (casts.length === 0) return frame;
  python.import('import polars as pl');
  return `${frame}.with_columns(${casts.join(', ')})`;
}

/** Converts datetimes and infinities, which JSON lacks. */
function jsonReady(python: PythonContext, file: OutputFile, frame: string): string {
  const changes = (file.found === 'any' ? cellsByType(python) : cellsOf(python, file)).flatMap(
    ({ cells, type }) => {
      if (type !== 'datetime' && type !== 'float') return [];
      const code = cells();
      return type === 'datetime'
        ? [`${code}.dt.strftime(${ISO_DATETIME})`]
        : [`pl.when(${code}.is_finite()).then(${code}).name.keep()`];
    },
  );
  if (changes.length === 0) return frame;
  python.import('import polars as pl');
  return `${frame}.with_columns(\n${changes.map((change) => `    ${change},\n`).join('')})`;
}

/** The columns of each type, where the script finds all of them. */
function cellsByType(
  python: PythonContext,
): readonly { readonly cells: () => string; readonly type: FoundType }[] {
  python.import('import polars.selectors as cs');
  return [
    { cells: () => 'cs.datetime()', type: 'datetime' },
    { cells: () => 'cs.float()', type: 'float' },
  ];
}

/** The columns of a file with their types, and what emits the expression of one. One may be that of several columns. */
function cellsOf(
  python: PythonContext,
  { columns, found }: OutputFile,
): readonly { readonly cells: () => string; readonly type: FoundType }[] {
  const named = columns.map(({ name, type }) => ({
    cells: () => polarsColumn(python, name, pythonText(name)),
    type,
  }));
  if (found === null) return named;
  const others = (): string => {
    python.import('import polars.selectors as cs');
    return call('cs.exclude', [
      call('cs.by_name', [list(columns.map(({ name }) => pythonText(name)))]),
    ]);
  };
  return [...named, { cells: others, type: found }];
}
