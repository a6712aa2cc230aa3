import { UserError } from '../../domain/errors.ts';

/** A text file that is not UTF-8. Callers may retry with another encoding. */
export class InvalidUtf8Error extends UserError {
  override readonly name = 'InvalidUtf8Error';

  readonly line: number;

  constructor(fileName: string, line: number) {
    super(
      `${fileName} is not valid UTF-8 near line ${line}. Save it as UTF-8, or name its encoding (for instance cp1252).`,
    );
    this.line = line;
  }
}
