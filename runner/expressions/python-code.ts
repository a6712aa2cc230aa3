/** How tightly Python binds what stands outermost, loosest first. */
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
   * Of a pandas column of booleans that are not pandas' own nullable ones: Arrow's, which comparing texts
   * yields, or those of numpy, which know no null and which tests for null yield.
   */
  readonly booleans?: 'arrow' | 'numpy' | undefined;
}

/** What an operation's Python forms may ask of the script they are written to. */
export interface PythonEmitter {
  /** Any value as a Python literal. */
  literal(value: unknown): string;
  import(statement: string): void;
  /** Asks for a function at the head of the script, once. */
  helper(name: string, source: string): void;
}

export function atom(text: string): PythonCode {
  return { text, precedence: PRECEDENCE.atom, scalar: false };
}

/** The code as an operand of something that binds at least as tightly as `precedence`. */
export function operand(code: PythonCode, precedence: number = PRECEDENCE.atom): string {
  return code.precedence >= precedence ? code.text : `(${code.text})`;
}

/** `left op right`, where `op` is applied from the left. */
export function infix(
  operator: string,
  precedence: number,
  left: PythonCode,
  right: PythonCode,
): PythonCode {
  // Python chains comparisons, so one inside another always wears parentheses.
  const leftmost = precedence === PRECEDENCE.comparison ? precedence + 1 : precedence;
  const text = `${operand(left, leftmost)} ${operator} ${operand(right, precedence + 1)}`;
  return { text, precedence, scalar: left.scalar && right.scalar };
}

/** `receiver.rest` */
export function member(receiver: PythonCode, rest: string): PythonCode {
  return atom(`${operand(receiver)}.${rest}`);
}

/** `name(args)` */
export function callCode(name: string, ...args: readonly (PythonCode | string)[]): PythonCode {
  return atom(
    `${name}(${args.map((arg) => (typeof arg === 'string' ? arg : arg.text)).join(', ')})`,
  );
}
