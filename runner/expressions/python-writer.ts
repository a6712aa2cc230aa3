import type { ColumnType } from '../domain/column.ts';
import type { JsonValue } from '../domain/json.ts';
import type { PythonContext } from '../python/python-context.ts';
import { atom, PRECEDENCE, type PythonCode, type CallEmitter } from './python-code.ts';
import { failingSource } from './failing-source.ts';
import { needsColumn } from './needs-column.ts';
import { pythonValue } from './python-value.ts';
import type { Operation } from './operation.ts';
import { isComparison } from './operations/logic.ts';
import { isConstant, type Call, type TypedExpression } from './typed-expression.ts';
import type { Literal } from './literal.ts';
import type { WindowCall } from './window-call.ts';

/** Writes an expression as Python. Subclasses write columns and calls for one library. */
export abstract class PythonWriter implements CallEmitter {
  readonly #python: PythonContext;
  readonly #isConstant: boolean;
  /** The text of the innermost call around the written one that has a text. */
  #source: string | undefined;
  #failingSource = '';

  constructor(root: TypedExpression, python: PythonContext) {
    this.#python = python;
    this.#isConstant = isConstant(root);
  }

  get nodeName(): string {
    return this.#python.nodeName;
  }

  failingSource(): string | null {
    return this.#isConstant ? null : this.#failingSource;
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

  /** Returns code that yields a column, even for a constant. */
  column(node: TypedExpression): PythonCode {
    const code = this.code(node);
    if (!code.scalar) return code;
    return this.#canBecomeFloat(node)
      ? this.numberColumn(code.text, code.text)
      : this.constantColumn(code.text, node.type);
  }

  /** Whether the value is that of a parameter of type number, which a user may change to a fraction. */
  #canBecomeFloat(node: TypedExpression): boolean {
    if (node.kind !== 'literal' || node.type !== 'integer') return false;
    return node.parameter !== undefined && !this.#python.isWholeNumber(node.parameter);
  }

  /** The variables of the parameters of which each makes a choice between integers one between floats. */
  #fractionsAmong(node: TypedExpression): ReadonlySet<string> {
    if (this.#canBecomeFloat(node)) return new Set([this.code(node).text]);
    if (node.kind !== 'call' || node.operation.chooses !== true) return new Set();
    return new Set(node.args.flatMap((arg) => [...this.#fractionsAmong(arg)]));
  }

  code(node: TypedExpression): PythonCode {
    switch (node.kind) {
      case 'literal':
        return this.#constant(node);
      case 'column':
        return this.namedColumn(node.name, this.#python);
      case 'call':
        return this.#callCode(node);
      case 'window':
        return this.window(node);
    }
  }

  #callCode(node: Call): PythonCode {
    const { operation } = node;
    const outer = this.#source;
    this.#source = node.source ?? outer;
    const args = this.#argumentCodes(node);
    this.#failingSource = failingSource(node, this.#source);
    this.#source = outer;
    const code = this.call(operation, args);
    return operation.series === 'none' ? code : { ...code, scalar: false };
  }

  #argumentCodes(node: Call): readonly PythonCode[] {
    const { operation, args } = node;
    const codes = args.map((arg) =>
      arg.kind === 'literal' && isComparison(operation) ? this.#compared(arg) : this.code(arg),
    );
    const fit = args.map((arg, index) =>
      needsColumn(operation, codes, index) ? this.column(arg) : (codes[index] ?? atom('')),
    );
    return this.#asOneNumberType(node, fit);
  }

  #asOneNumberType(node: Call, codes: readonly PythonCode[]): readonly PythonCode[] {
    const variables = this.#fractionsAmong(node);
    if (variables.size === 0) return codes;
    const all = [...variables].join(', ');
    return node.args.map((arg, index) => {
      const code = codes[index] ?? atom('');
      const own = this.#fractionsAmong(arg);
      if (arg.type !== node.type || own.size === variables.size) return code;
      if (!this.#canBecomeFloat(arg)) return this.asNumber(this.column(arg), all);
      return code.scalar ? code : this.numberColumn(this.code(arg).text, all);
    });
  }

  /** The library's null value. */
  protected abstract readonly null: string;
  protected abstract namedColumn(name: string, python: PythonContext): PythonCode;
  protected abstract window(node: WindowCall): PythonCode;
  protected abstract call(operation: Operation, args: readonly PythonCode[]): PythonCode;
  /** Returns a column with the same value in every row. */
  protected abstract constantColumn(value: string, type: ColumnType): PythonCode;
  /** Like constantColumn, for a variable. @param variables their values decide between integer and float */
  protected abstract numberColumn(variable: string, variables: string): PythonCode;
  /** Returns a column of integers as the type that can hold the values of all variables. */
  protected abstract asNumber(column: PythonCode, variables: string): PythonCode;
  /** @param iso Python code of an ISO 8601 text */
  protected abstract datetime(iso: string): string;
  /** Returns the script's run time, or midnight of its day. */
  protected abstract clock(which: 'now' | 'today'): PythonCode;

  /** Returns the script's variable that holds its run time as a `datetime`. */
  protected runTime(): string {
    return this.#python.runTime();
  }

  /** Below 2^53, a comparison as floats is exact: so the script may have any number as the parameter. */
  #compared(node: Literal): PythonCode {
    const { type, value, written } = node;
    const isExact = type === 'integer' && Number.isSafeInteger(Number(value));
    if (!isExact || !written || convertsExactly(type, written.value)) return this.code(node);
    const variable = this.#python.parameterAt(written.at);
    if (variable === null) return this.code(node);
    return { ...atom(conversionCode(variable, 'float', written.value)), scalar: true };
  }

  #constant(node: Literal): PythonCode {
    if (node.value === null) return this.constantColumn(this.null, node.type);
    if (node.clock !== undefined) return { ...this.clock(node.clock), scalar: true };
    const text = this.#value(node);
    if (node.type === 'datetime') return { ...atom(this.datetime(text)), scalar: true };
    const precedence = text.startsWith('-') ? PRECEDENCE.unary : PRECEDENCE.atom;
    return { text, precedence, scalar: true };
  }

  #value(node: Literal): string {
    const { written, replaces = [] } = node;
    const isRead = written !== undefined && convertsExactly(node.type, written.value);
    const variable = isRead ? this.#python.parameterAt(written.at) : null;
    if (isRead && variable !== null) return conversionCode(variable, node.type, written.value);
    const unread = written === undefined || isRead ? replaces : [node];
    if (unread.some((one) => this.#isSupplied(one))) {
      this.#python.note(
        `${this.nodeName} has ${String(node.value)} instead of a parameter: export the flow again for another value.`,
      );
    }
    if (node.parameter !== undefined) return this.#python.parameter(node.parameter);
    return pythonValue(node, (plain) => this.literal(plain));
  }

  /** Whether a parameter of the flow has the value. */
  #isSupplied({ parameter, written }: Literal): boolean {
    return parameter !== undefined || (written && this.#python.namesParameter(written.at)) === true;
  }
}

/** Whether Python reads the integer from a parameter: `int` takes digits only, and floats round beyond 2^53. */
function convertsExactly(type: ColumnType, value: JsonValue): boolean {
  if (type !== 'integer') return true;
  if (typeof value === 'string') return /^\s*[+-]?[0-9]+\s*$/.test(value);
  return typeof value !== 'number' || Number.isSafeInteger(value);
}

/** Python code that converts the variable of a parameter to the type of a literal. */
function conversionCode(code: string, type: ColumnType, value: JsonValue): string {
  if (type === 'string') return textCode(code, value);
  if (typeof value !== 'string' || type === 'datetime') return code;
  if (type === 'boolean') return `${code}.strip().lower() in ("true", "1")`;
  return type === 'integer' ? `int(${code})` : `float(${code})`;
}

function textCode(code: string, value: JsonValue): string {
  if (typeof value === 'string') return code;
  return typeof value === 'boolean' ? `str(${code}).lower()` : `str(${code})`;
}
