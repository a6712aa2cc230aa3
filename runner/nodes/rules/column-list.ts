import { z } from 'zod';
import { UserError } from '../../domain/errors.ts';

/** A config value that names at least one column. */
export const columnList = z
  .array(z.string('a column name must be text'), 'must be a list of column names')
  .min(1, 'needs at least one column');

/** @throws UserError when a name occurs twice. */
export function refuseRepeatedNames(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) {
      throw new UserError(`The column "${name}" would be there twice. Names must be distinct.`);
    }
    seen.add(name);
  }
}

/** A config value that names one column. */
export const columnName = z.string('a column name must be text').min(1, 'needs a column');

/** A config value that names columns; none means all. */
export const optionalColumnList = z.array(
  z.string('a column name must be text'),
  'must be a list of column names',
);
