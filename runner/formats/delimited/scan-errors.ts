import { UserError } from '../../domain/errors.ts';
import type { ScanRequest } from './scan-request.ts';

/** A row has more cells than the first record. */
export class LongRowError extends UserError {
  override readonly name = 'LongRowError';
  readonly line: number;

  constructor(message: string, line: number, options?: ErrorOptions) {
    super(message, options);
    this.line = line;
  }
}

/** Error for a row with more cells than the first record. */
export function longRowError(
  { fileName, width, hasHeader }: ScanRequest,
  line: number,
): LongRowError {
  return new LongRowError(
    `${fileName}: line ${line} has more cells than the ${hasHeader === false ? 'first row' : 'header'}, which has ${width}. ` +
      'Quote cells that contain the delimiter, or choose another delimiter. If the last cells of rows are optional, read the file with rows=widest.',
    line,
  );
}

/** Error for a NUL byte. */
export function nulByteError({ fileName }: ScanRequest, line: number): UserError {
  return new UserError(
    `${fileName} has a NUL byte in line ${line}: it is binary, or text in UTF-16 whose encoding must be named.`,
  );
}

/** Error for a quote that is never closed. */
export function openQuoteError({ fileName }: ScanRequest, line: number): UserError {
  return new UserError(`${fileName} has a quote that is opened in line ${line} and never closed.`);
}
