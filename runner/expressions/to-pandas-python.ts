import type { ColumnType } from '../domain/column.ts';
import type { PythonContext } from '../python/python-context.ts';
import type { CompiledExpression } from './compiled-expression.ts';
import type { Operation } from './operation.ts';
import { atom, type PythonCode } from './python-code.ts';
import { PythonWriter } from './python-writer.ts';

/** The dtypes that exported pandas scripts use: all of them know null. */
const DTYPES: Readonly<Record<ColumnType, string>> = {
  integer: 'Int64',
  float: 'Float64',
  boolean: 'boolean',
  datetime: 'datetime64[us]',
  string: 'string',
};

/**
 * The expression as pandas code that yields a Series.
 * @param frame the Python variable of the DataFrame
 */
export function toPandasPython(
  expression: CompiledExpression,
  frame: string,
  python: PythonContext,
): string {
  python.import('import pandas as pd');
  return new PandasWriter(frame, python).column(expression.root).text;
}

class PandasWriter extends PythonWriter {
  protected readonly null = 'pd.NA';
  readonly #frame: string;

  constructor(frame: string, python: PythonContext) {
    super(python);
    this.#frame = frame;
  }

  protected namedColumn(name: string): PythonCode {
    return atom(`${this.#frame}[${this.literal(name)}]`);
  }

  protected call(operation: Operation, args: readonly PythonCode[]): PythonCode {
    return operation.pandas(args, this);
  }

  protected constantColumn(value: string, type: ColumnType | null): PythonCode {
    const dtype = DTYPES[type ?? 'string'];
    return atom(`pd.Series(${value}, index=${this.#frame}.index, dtype="${dtype}")`);
  }

  protected datetime(iso: string): string {
    return `pd.Timestamp(${iso})`;
  }
}
