import { UserError } from '../../domain/errors.ts';

/** The error of a column of text with bytes that are none. */
export function notUtf8(name: string): UserError {
  return new UserError(
    `Column "${name}" holds bytes that are not UTF-8 text. Leave it out of the file, or encode it as text.`,
  );
}
