/** Binding strength of Python operators, weakest first. */
export const PRECEDENCE = {
  comparison: 1,
  or: 2,
  and: 3,
  sum: 4,
  product: 5,
  unary: 6,
  power: 7,
  atom: 8,
} as const;

/** A Python expression. */
export interface PythonCode {
  readonly text: string;
  readonly precedence: number;
  /** True for a plain Python value, false for a column. */
  readonly scalar: boolean;
  /**
   * The dtype of a boolean pandas column that is not the nullable `boolean`: comparisons of texts
   * return Arrow booleans, null tests return numpy booleans, which cannot hold null.
   */
  readonly booleans?: 'arrow' | 'numpy' | undefined;
}

/** Services that the exported script offers to the Python forms of an operation. */
export interface PythonEmitter {
  /** Returns any value as a Python literal. */
  literal(value: unknown): string;
  import(statement: string): void;
  /** Adds a helper function to the script, once. */
  helper(name: string, source: string): void;
}

/** What an operation needs for the code of one call. */
export interface CallEmitter extends PythonEmitter {
  /** The name of the node in error messages. */
  readonly nodeName: string;
  /** Names in error messages what the call reads. Null in a constant expression, which fails in no row. */
  failingSource(): string | null;
}

/** Returns the emitter of an operation outside of expressions, which cannot fail. */
export function conversionEmitter(emit: PythonEmitter): CallEmitter {
  return {
    literal: (value) => emit.literal(value),
    import: (statement) => {
      emit.import(statement);
    },
    helper: (name, source) => {
      emit.helper(name, source);
    },
    nodeName: '',
    failingSource: () => null,
  };
}

/** Returns column code that binds most tightly. */
export function atom(text: string): PythonCode {
  return { text, precedence: PRECEDENCE.atom, scalar: false };
}

/** Returns the code as an operand, in parentheses if it binds less tightly than `precedence`. */
export function operand(code: PythonCode, precedence: number = PRECEDENCE.atom): string {
  return code.precedence >= precedence ? code.text : `(${code.text})`;
}

/** Returns `left operator right` for a left-associative operator. */
export function infix(
  operator: string,
  precedence: number,
  left: PythonCode,
  right: PythonCode,
): PythonCode {
  // Python chains comparisons, so a nested comparison needs parentheses.
  const leftmost = precedence === PRECEDENCE.comparison ? precedence + 1 : precedence;
  const text = `${operand(left, leftmost)} ${operator} ${operand(right, precedence + 1)}`;
  return { text, precedence, scalar: left.scalar && right.scalar };
}

/** Returns `receiver.rest`. */
export function member(receiver: PythonCode, rest: string): PythonCode {
  return atom(`${operand(receiver)}.${rest}`);
}

/** Returns `name(args)`. */
export function callCode(name: string, ...args: readonly (PythonCode | string)[]): PythonCode {
  return atom(
    `${name}(${args.map((arg) => (typeof arg === 'string' ? arg : arg.text)).join(', ')})`,
  );
}
