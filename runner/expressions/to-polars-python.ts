import type { ColumnType } from '../domain/column.ts';
import { COLUMN_TYPE_TABLE } from '../domain/types/column-types.ts';
import { polarsOperand } from './polars-column-code.ts';
import type { PythonContext } from '../python/python-context.ts';
import type { Operation } from './operation.ts';
import { polarsWindowCode } from './polars-window-code.ts';
import { atom, member, type PythonCode } from './python-code.ts';
import { PythonWriter } from './python-writer.ts';
import { isConstant, type TypedExpression } from './typed-expression.ts';
import type { WindowCall } from './window-call.ts';

/**
 * Returns the expression as Python polars code for a DataFrame or a LazyFrame.
 * @param castColumn returns the code of a column for the code of a strict cast that would be evaluated for a
 * part of the rows only
 */
export function toPolarsPython(
  expression: TypedExpression,
  python: PythonContext,
  castColumn: (code: string) => string = (code) => code,
): string {
  python.import('import polars as pl');
  return new PolarsWriter(expression, python, castColumn).column(expression).text;
}

class PolarsWriter extends PythonWriter {
  protected readonly null = 'None';
  readonly #python: PythonContext;
  readonly #castColumn: (code: string) => string;
  /** Whether the code is written for an argument of a call that masks rows. */
  #masked = false;

  constructor(root: TypedExpression, python: PythonContext, castColumn: (code: string) => string) {
    super(root, python);
    this.#python = python;
    this.#castColumn = castColumn;
  }

  override code(node: TypedExpression): PythonCode {
    const masked = this.#masked;
    const operation = node.kind === 'call' ? node.operation : undefined;
    const isOwnColumn = masked && operation?.fails === 'cast';
    this.#masked = (masked && !isOwnColumn) || operation?.masks === true;
    const code = asOneValue(node, super.code(node));
    this.#masked = masked;
    return isOwnColumn ? atom(this.#castColumn(code.text)) : code;
  }

  protected namedColumn(name: string, python: PythonContext): PythonCode {
    return atom(polarsOperand(python, name, this.literal(name)));
  }

  protected call(operation: Operation, args: readonly PythonCode[]): PythonCode {
    return operation.pythonPolars(args, this);
  }

  protected window(call: WindowCall): PythonCode {
    return atom(polarsWindowCode(this.#python, call));
  }

  protected numberColumn(variable: string, variables: string): PythonCode {
    this.helper('number_type', NUMBER_TYPE);
    return atom(`pl.lit(${variable}, dtype=number_type(${variables}))`);
  }

  protected asNumber(column: PythonCode, variables: string): PythonCode {
    this.helper('number_type', NUMBER_TYPE);
    return member(column, `cast(number_type(${variables}))`);
  }

  protected constantColumn(value: string, type: ColumnType): PythonCode {
    return atom(`pl.lit(${value}, dtype=${COLUMN_TYPE_TABLE[type].polarsPython})`);
  }

  protected datetime(iso: string): string {
    this.import('from datetime import datetime');
    return `datetime.fromisoformat(${iso})`;
  }

  protected clock(which: 'now' | 'today'): PythonCode {
    const time = this.runTime();
    return atom(
      which === 'now' ? time : `${time}.replace(hour=0, minute=0, second=0, microsecond=0)`,
    );
  }
}

/** polars repeats the result of a function for each row only if it is declared as one value. */
function asOneValue(node: TypedExpression, code: PythonCode): PythonCode {
  const isCast = node.kind === 'call' && node.operation.fails === 'cast';
  return isCast && isConstant(node) ? member(code, 'first()') : code;
}

const NUMBER_TYPE = `def number_type(*values):
    """The type that holds the numbers: whole numbers are integers."""
    return pl.Int64 if all(isinstance(value, int) for value in values) else pl.Float64`;
