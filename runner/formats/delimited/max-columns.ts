import { UserError } from '../../domain/errors.ts';

/** Maximum number of columns. Each costs several milliseconds, so many more would take minutes. */
export const MAX_COLUMNS = 5_000;

/** @param found how many columns there are and where, such as "6000 columns in its first line" */
export function tooManyColumns(fileName: string, found: string): UserError {
  return new UserError(
    `${fileName} has ${found}; at most ${MAX_COLUMNS} can be read. Is the delimiter right, and are there line breaks?`,
  );
}
