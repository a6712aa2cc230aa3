import type { ColumnType } from '../domain/column.ts';
import { COLUMN_TYPE_TABLE } from '../domain/types/column-types.ts';
import type { PythonContext } from '../python/python-context.ts';
import type { Operation } from './operation.ts';
import { logicalAnd, logicalNot, logicalOr } from './operations/logic.ts';
import { pandasWindowCode } from './pandas-window-code.ts';
import { atom, member, type PythonCode } from './python-code.ts';
import { PythonWriter } from './python-writer.ts';
import type { TypedExpression } from './typed-expression.ts';
import { isOfPartition, type WindowCall } from './window-call.ts';

/**
 * Returns the expression as pandas code that yields a Series.
 * @param frame the Python variable of the DataFrame
 */
export function toPandasPython(
  expression: TypedExpression,
  frame: string,
  python: PythonContext,
): string {
  return toNullableBoolean(columnCode(expression, frame, python)).text;
}

/**
 * Returns the condition as pandas code that selects rows of the frame.
 * @param frame the Python variable of the DataFrame
 */
export function toPandasMask(
  condition: TypedExpression,
  frame: string,
  python: PythonContext,
): string {
  return columnCode(condition, frame, python).text;
}

function columnCode(root: TypedExpression, frame: string, python: PythonContext): PythonCode {
  python.import('import pandas as pd');
  return new PandasWriter(root, frame, python).column(root);
}

/**
 * Converts Arrow and numpy booleans to the nullable `boolean` dtype. Arrow booleans cannot be added or
 * be the right operand of nullable ones; numpy booleans become objects when a join leaves cells empty.
 */
function toNullableBoolean(code: PythonCode): PythonCode {
  return code.booleans === undefined ? code : member(code, 'astype("boolean")');
}

/** Operations that accept any boolean dtype on the left, and numpy booleans on the right. */
const CONNECTIVES: ReadonlySet<Operation> = new Set([logicalAnd, logicalOr, logicalNot]);

function fitsConnective({ booleans }: PythonCode, index: number): boolean {
  return index === 0 || booleans === 'numpy';
}

class PandasWriter extends PythonWriter {
  protected readonly null = 'pd.NA';
  readonly #frame: string;

  constructor(root: TypedExpression, frame: string, python: PythonContext) {
    super(root, python);
    this.#frame = frame;
  }

  protected namedColumn(name: string): PythonCode {
    return atom(`${this.#frame}[${this.literal(name)}]`);
  }

  protected call(operation: Operation, args: readonly PythonCode[]): PythonCode {
    const connects = CONNECTIVES.has(operation);
    const fit = args.map((arg, index) =>
      connects && fitsConnective(arg, index) ? arg : toNullableBoolean(arg),
    );
    const code = operation.pandas(fit, this);
    return connects ? { ...code, booleans: fit[0]?.booleans } : code;
  }

  protected window(call: WindowCall): PythonCode {
    const isSingleValue = isOfPartition(call) && call.over.partition.length === 0;
    return { ...atom(pandasWindowCode(this, call, this.#frame)), scalar: isSingleValue };
  }

  protected numberColumn(variable: string, variables: string): PythonCode {
    this.helper('number_dtype', NUMBER_DTYPE);
    const dtype = `number_dtype(${variables})`;
    return atom(`pd.Series(${variable}, index=${this.#frame}.index, dtype=${dtype})`);
  }

  protected asNumber(column: PythonCode, variables: string): PythonCode {
    this.helper('number_dtype', NUMBER_DTYPE);
    return member(column, `astype(number_dtype(${variables}))`);
  }

  protected constantColumn(value: string, type: ColumnType): PythonCode {
    const dtype = COLUMN_TYPE_TABLE[type].pandasPython;
    return atom(`pd.Series(${value}, index=${this.#frame}.index, dtype="${dtype}")`);
  }

  protected datetime(iso: string): string {
    return `pd.Timestamp(${iso})`;
  }

  protected clock(which: 'now' | 'today'): PythonCode {
    const time = `pd.Timestamp(${this.runTime()})`;
    return atom(which === 'now' ? time : `${time}.normalize()`);
  }
}

const NUMBER_DTYPE = `def number_dtype(*values):
    """The dtype that holds the numbers: whole numbers are integers."""
    return "Int64" if all(isinstance(value, int) for value in values) else "Float64"`;
