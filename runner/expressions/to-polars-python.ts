import type { ColumnType } from '../domain/column.ts';
import { polarsColumn } from '../python/polars-columns.ts';
import type { PythonContext } from '../python/python-context.ts';
import type { CompiledExpression } from './compiled-expression.ts';
import { atom, PRECEDENCE, type PythonCode, type PythonEmitter } from './python-code.ts';
import { pythonValue } from './python-value.ts';
import { needsColumn } from './python-scalars.ts';
import type { Literal, Typed } from './typed.ts';

const DTYPES: Readonly<Record<ColumnType, string>> = {
  integer: 'pl.Int64',
  float: 'pl.Float64',
  boolean: 'pl.Boolean',
  datetime: 'pl.Datetime("us")',
  string: 'pl.String',
};

/** The expression as Python polars code, for a DataFrame and a LazyFrame alike. */
export function toPolarsPython(expression: CompiledExpression, python: PythonContext): string {
  python.import('import polars as pl');
  return new PolarsWriter(python).column(expression.root).text;
}

class PolarsWriter implements PythonEmitter {
  readonly #python: PythonContext;

  constructor(python: PythonContext) {
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

  /** The node as an expression, also when it is a constant. */
  column(node: Typed): PythonCode {
    const code = this.code(node);
    return code.scalar ? literalColumn(code.text, node.type) : code;
  }

  code(node: Typed): PythonCode {
    switch (node.kind) {
      case 'literal':
        return this.#constant(node);
      case 'column':
        return atom(polarsColumn(this.#python, node.name, this.literal(node.name)));
      case 'call': {
        const { operation, args } = node;
        const codes = args.map((arg) => this.code(arg));
        const fit = args.map((arg, index) =>
          needsColumn(operation, codes, index) ? this.column(arg) : (codes[index] ?? atom('')),
        );
        const code = operation.pythonPolars(fit, this);
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
    if (node.value === null) return literalColumn('None', node.type);
    const text = this.#value(node);
    if (node.type === 'datetime') {
      this.import('from datetime import datetime');
      return { ...atom(`datetime.fromisoformat(${text})`), scalar: true };
    }
    const precedence = text.startsWith('-') ? PRECEDENCE.unary : PRECEDENCE.atom;
    return { text, precedence, scalar: true };
  }
}

function literalColumn(value: string, type: ColumnType | null): PythonCode {
  return atom(`pl.lit(${value}, dtype=${DTYPES[type ?? 'string']})`);
}
