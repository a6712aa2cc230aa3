import { UserError } from '../../domain/errors.ts';
import type { Encoding } from '../../domain/parse-options.ts';

/** A text file that is not in the encoding that was given or guessed. Callers may retry a guess with another one. */
export class UndecodableTextError extends UserError {
  override readonly name = 'UndecodableTextError';
  /** The first line with a byte that is no character; undefined: it is not known. */
  readonly line: number | undefined;

  constructor(
    fileName: string,
    encoding: Encoding,
    line?: number,
    what = 'a byte that is no character',
  ) {
    const where =
      line === undefined
        ? ''
        : `: line ${line} has ${what} in it. Correct that line, or name another encoding`;
    super(`${fileName} is not text in the encoding ${encoding}${where}.`);
    this.line = line;
  }
}
