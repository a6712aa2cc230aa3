import type { OutputFile } from './output-names.ts';
import { isPolarsPattern } from '../engines/polars/column-expression.ts';
import type { PythonContext } from '../python/python-context.ts';
import { pythonLiteral, pythonText } from '../python/python-literal.ts';

const ISO_DATETIME = '"%Y-%m-%dT%H:%M:%S%.f"';

/** Emits polars code that writes a file in the same form as the service. */
export function emitPolarsOutput(python: PythonContext, file: OutputFile): void {
  const path = pythonText(file.name);
  const frame = python.frame();
  const verb = python.lazy ? 'sink' : 'write';
  const collected = python.lazy ? `${frame}.collect()` : frame;
  switch (file.format) {
    case 'csv':
    case 'tsv':
    case 'text':
      python.line(`${frame}.${verb}_csv(${[path, ...delimitedArguments(file)].join(', ')})`);
      break;
    case 'parquet':
      python.line(`${withoutNullTypes(python, file, frame)}.${verb}_parquet(${path})`);
      break;
    case 'excel':
      python.line(`${collected}.write_excel(${path})`);
      break;
    case 'json':
      python.line(`${jsonReady(python, file, collected)}.write_json(${path})`);
      break;
    case 'jsonl':
      python.line(`${jsonReady(python, file, frame)}.${verb}_ndjson(${path})`);
      break;
  }
}

function delimitedArguments({ format, columns }: OutputFile): readonly string[] {
  const datetimes = columns.some(({ type }) => type === 'datetime');
  return [
    ...(format === 'csv' ? [] : ['separator="\\t"']),
    ...(format === 'text' ? ['include_header=False'] : []),
    ...(datetimes ? [`datetime_format=${ISO_DATETIME}`] : []),
  ];
}

/** Makes text of columns of the null type, which not every reader of Parquet knows. */
function withoutNullTypes(python: PythonContext, { columns }: OutputFile, frame: string): string {
  const casts = columns.flatMap(({ name, type }) =>
    type === 'null' ? [`${column(python, name)}.cast(pl.String)`] : [],
  );
  if (casts.length === 0) return frame;
  python.import('import polars as pl');
  return `${frame}.with_columns(${casts.join(', ')})`;
}

/** Converts datetimes and infinities, which JSON lacks. */
function jsonReady(python: PythonContext, file: OutputFile, frame: string): string {
  const changes = file.columns.flatMap(({ name, type }) => {
    if (type === 'datetime') return [`${column(python, name)}.dt.strftime(${ISO_DATETIME})`];
    if (type !== 'float') return [];
    return [
      `pl.when(${column(python, name)}.is_finite()).then(${column(python, name)}).name.keep()`,
    ];
  });
  if (changes.length === 0) return frame;
  python.import('import polars as pl');
  return `${frame}.with_columns(\n${changes.map((change) => `    ${change},\n`).join('')})`;
}

function column(python: PythonContext, name: string): string {
  if (!isPolarsPattern(name)) return `pl.col(${pythonLiteral(name)})`;
  python.import('import polars.selectors as cs');
  return `cs.by_name(${pythonLiteral(name)})`;
}
