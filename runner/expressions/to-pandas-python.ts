import type { ColumnType } from '../domain/column.ts';
import type { PythonContext } from '../python/python-context.ts';
import type { CompiledExpression } from './compiled-expression.ts';
import { atom, PRECEDENCE, type PythonCode, type PythonEmitter } from './python-code.ts';
import { pythonValue } from './python-value.ts';
import { needsColumn } from './python-scalars.ts';
import type { Literal, Typed } from './typed.ts';

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
  const { root } = expression;
  const writer = new PandasWriter(frame, python);
  return writer.column(root).text;
}

class PandasWriter implements PythonEmitter {
  readonly #frame: string;
  readonly #python: PythonContext;

  constructor(frame: string, python: PythonContext) {
    this.#frame = frame;
    this.#python = python;
  }

  literal(value: unknown): string {
    return this.#python.literal(value);
  }

  import(statement: string): void {
    this.#python.import(statement);
  }

  helper(name: string, source: string): void {
    this.#python.helper(name, source);
  }

  /** The node as a Series, also when it is a constant. */
  column(node: Typed): PythonCode {
    const code = this.code(node);
    if (!code.scalar) return code;
    return this.#column(code.text, node.type);
  }

  #column(value: string, type: ColumnType | null): PythonCode {
    const dtype = DTYPES[type ?? 'string'];
    return atom(`pd.Series(${value}, index=${this.#frame}.index, dtype="${dtype}")`);
  }

  code(node: Typed): PythonCode {
    switch (node.kind) {
      case 'literal':
        return this.#constant(node);
      case 'column':
        return atom(`${this.#frame}[${this.literal(node.name)}]`);
      case 'call': {
        const { operation, args } = node;
        const codes = args.map((arg) => this.code(arg));
        const fit = args.map((arg, index) =>
          needsColumn(operation, codes, index) ? this.column(arg) : (codes[index] ?? atom('')),
        );
        const code = operation.pandas(fit, this);
        return operation.series === 'none' ? code : { ...code, scalar: false };
      }
    }
  }

  #value(node: Literal): string {
    if (node.code !== undefined) return node.code;
    if (node.parameter !== undefined) return this.#python.parameter(node.parameter);
    return pythonValue(node, (plain) => this.literal(plain));
  }

  #constant(node: Literal): PythonCode {
    const { type, value } = node;
    if (value === null) return this.#column('pd.NA', type);
    const text = this.#value(node);
    if (type === 'datetime') return { ...atom(`pd.Timestamp(${text})`), scalar: true };
    const precedence = text.startsWith('-') ? PRECEDENCE.unary : PRECEDENCE.atom;
    return { text, precedence, scalar: true };
  }
}
