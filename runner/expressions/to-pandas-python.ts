import type { ColumnType } from '../domain/column.ts';
import type { PythonContext } from '../python/python-context.ts';
import type { CompiledExpression } from './compiled-expression.ts';
import type { Operation } from './operation.ts';
import { and, not, or } from './operations/logic.ts';
import { atom, member, type PythonCode } from './python-code.ts';
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
  return nullable(columnCode(expression, frame, python)).text;
}

/**
 * The condition as pandas code that picks rows of the frame.
 * @param frame the Python variable of the DataFrame
 */
export function toPandasMask(
  condition: CompiledExpression,
  frame: string,
  python: PythonContext,
): string {
  return columnCode(condition, frame, python).text;
}

function columnCode(
  { root }: CompiledExpression,
  frame: string,
  python: PythonContext,
): PythonCode {
  python.import('import pandas as pd');
  return new PandasWriter(frame, python).column(root);
}

/** Arrow's booleans cannot be added, nor stand on the right of pandas' own: they become those. */
function nullable(code: PythonCode): PythonCode {
  return code.arrow === true ? member(code, 'astype("boolean")') : code;
}

/** These take Arrow's booleans on their left, and yield them then. */
const CONNECTIVES: ReadonlySet<Operation> = new Set([and, or, not]);

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
    const connects = CONNECTIVES.has(operation);
    const fit = args.map((arg, index) => (connects && index === 0 ? arg : nullable(arg)));
    const code = operation.pandas(fit, this);
    return connects ? { ...code, arrow: fit[0]?.arrow === true } : code;
  }

  protected constantColumn(value: string, type: ColumnType | null): PythonCode {
    const dtype = DTYPES[type ?? 'string'];
    return atom(`pd.Series(${value}, index=${this.#frame}.index, dtype="${dtype}")`);
  }

  protected datetime(iso: string): string {
    return `pd.Timestamp(${iso})`;
  }
}
