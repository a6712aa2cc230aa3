import { UserError } from '../../domain/errors.ts';
import type { ScanRequest } from './scan-request.ts';

export function longRow({ fileName, width, hasHeader }: ScanRequest, line: number): UserError {
  return new UserError(
    `${fileName}: line ${line} has more cells than the ${hasHeader === false ? 'first row' : 'header'}, which has ${width}. ` +
      'Quote cells that contain the delimiter, or choose another delimiter.',
  );
}

export function nulByte({ fileName }: ScanRequest, line: number): UserError {
  return new UserError(
    `${fileName} has a NUL byte in line ${line}: it is binary, or text in UTF-16 whose encoding must be named.`,
  );
}

export function openQuote({ fileName }: ScanRequest, line: number): UserError {
  return new UserError(`${fileName} has a quote that is opened in line ${line} and never closed.`);
}
