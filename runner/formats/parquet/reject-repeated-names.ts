import { UserError } from '../../domain/errors.ts';

/**
 * The library opens no file in which two columns have one name, so that they could be renamed as those of CSV.
 * @throws UserError that names them
 */
export function rejectRepeatedNames(names: readonly string[]): void {
  if (new Set(names).size === names.length) return;
  const name = names.find((other, place) => names.indexOf(other) !== place) ?? '';
  const count = names.filter((other) => other === name).length;
  throw new UserError(
    `${count} columns have the name "${name}", of which none can be read. Write the file with another name for each column, or as CSV, whose columns are renamed.`,
  );
}
