import { UserError } from '../domain/errors.ts';

/** An invalid expression, with the position of the mistake. `line` and `column` count from 1. */
export class ExpressionError extends UserError {
  override readonly name = 'ExpressionError';
  /** The message without the position. */
  readonly reason: string;
  readonly offset: number;
  readonly line: number;
  readonly column: number;

  constructor(reason: string, text: string, offset: number) {
    const before = text.slice(0, offset).split('\n');
    const line = before.length;
    const column = Array.from(before.at(-1) ?? '').length + 1;
    super(`${reason} (line ${line}, column ${column})`);
    this.reason = reason;
    this.offset = offset;
    this.line = line;
    this.column = column;
  }
}
