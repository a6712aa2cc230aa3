import { UserError } from '../../domain/errors.ts';
import { Utf8Validator } from './utf8-validator.ts';

/** A text file that is not UTF-8. Callers may retry with another encoding. */
export class InvalidUtf8Error extends UserError {
  override readonly name = 'InvalidUtf8Error';

  constructor(fileName: string, line: number) {
    super(
      `${fileName} is not valid UTF-8 near line ${line}. Save it as UTF-8, or name its encoding (for instance cp1252).`,
    );
  }
}

/** Returns the line of the first invalid byte in a chunk that starts in `firstLine`. */
export function lineOfInvalidByte(chunk: Buffer, firstLine: number): number {
  const validator = new Utf8Validator();
  let line = firstLine;
  let start = 0;
  while (start < chunk.length) {
    const feed = chunk.indexOf(10, start);
    const end = feed < 0 ? chunk.length : feed + 1;
    // The first line may start inside a character of the previous chunk.
    if (start > 0 && !validator.push(chunk.subarray(start, end))) return line;
    start = end;
    line++;
  }
  return firstLine;
}
