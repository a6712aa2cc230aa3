import { UserError } from '../../domain/errors.ts';
import { Utf8Validator } from './utf8-validator.ts';

/** A text file that is not UTF-8; caught where another encoding may be tried. */
export class InvalidUtf8Error extends UserError {
  override readonly name = 'InvalidUtf8Error';

  constructor(fileName: string, line: number) {
    super(
      `${fileName} is not valid UTF-8 near line ${line}. Save it as UTF-8, or name its encoding (for instance cp1252).`,
    );
  }
}

/** The line of the first fault in a chunk that begins in `firstLine`. */
export function lineOfFault(chunk: Buffer, firstLine: number): number {
  const validator = new Utf8Validator();
  let line = firstLine;
  let start = 0;
  while (start < chunk.length) {
    const feed = chunk.indexOf(10, start);
    const end = feed < 0 ? chunk.length : feed + 1;
    // The first line may begin within a character of the chunk before.
    if (start > 0 && !validator.push(chunk.subarray(start, end))) return line;
    start = end;
    line++;
  }
  return firstLine;
}
