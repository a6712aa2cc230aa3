import type { ColumnSchema, Dtype } from '../../domain/column.ts';
import { UserError } from '../../domain/errors.ts';
import { checkFields } from '../../plan/builders/field-checks.ts';

/**
 * Checks that columns have one of several types. A column of nulls has every type.
 * @param field the config key of the names
 * @param advice what the author can do
 * @throws ConfigError that names the type of the column and the types that it can have
 */
export function requireTypes(
  columns: readonly ColumnSchema[],
  field: string,
  types: readonly Dtype[],
  advice = 'Change its type first.',
): void {
  checkFields(
    columns.map(({ name, type }) => [
      field,
      () => {
        if (type === 'null' || types.includes(type)) return;
        throw new UserError(
          `The column "${name}" is of type ${type}, but must be ${types.join(' or ')}. ${advice}`,
        );
      },
    ]),
  );
}
