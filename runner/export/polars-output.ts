import type { OutputFile } from './output-names.ts';
import { polarsColumn } from '../expressions/polars-column-code.ts';
import type { PythonContext } from '../python/python-context.ts';
import { pythonText } from '../python/python-literal.ts';

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
    type === 'null' ? [`${polarsColumn(python, name, pythonText(name))}.cast(pl.String)`] : [],
  );
  if (casts.length === 0) return frame;
  python.import('import polars as pl');
  return `${frame}.with_columns(${casts.join(', ')})`;
}

/** Converts datetimes and infinities, which JSON lacks. */
function jsonReady(python: PythonContext, file: OutputFile, frame: string): string {
  const changes = file.columns.flatMap(({ name, type }) => {
    if (type !== 'datetime' && type !== 'float') return [];
    const cells = polarsColumn(python, name, pythonText(name));
    return type === 'datetime'
      ? [`${cells}.dt.strftime(${ISO_DATETIME})`]
      : [`pl.when(${cells}.is_finite()).then(${cells}).name.keep()`];
  });
  if (changes.length === 0) return frame;
  python.import('import polars as pl');
  return `${frame}.with_columns(\n${changes.map((change) => `    ${change},\n`).join('')})`;
}
