import { z } from 'zod';
import { DTYPES, type ColumnSchema, type Dtype } from '../../domain/column.ts';
import { UserError } from '../../domain/errors.ts';
import { findColumn } from '../../domain/nearest-name.ts';
import { TYPES_BY_FOREIGN_NAME } from '../../domain/types/type-names.ts';
import { castExpression } from '../../expressions/cast.ts';
import { columnReference, type TypedExpression } from '../../expressions/typed-expression.ts';
import type { NullRemedy } from '../../expressions/operations/null-remedy.ts';
import { checkFields } from '../../plan/builders/field-checks.ts';
import { defineNode } from '../definition.ts';
import { castDtypesExamples } from './examples/cast-dtypes-examples.ts';
import { mappingField, selectField } from '../form.ts';
import { withCasts, type ColumnCast } from '../rules/column-casts.ts';
import { dateFormatField } from '../rules/date-format.ts';
import { oneOfMessage } from '../rules/one-of-message.ts';

const type = z.enum(DTYPES, {
  error: oneOfMessage({ values: DTYPES, spellings: TYPES_BY_FOREIGN_NAME }),
});

export const castDtypes = defineNode({
  id: 'castDtypes',
  label: 'Change Types',
  category: 'clean',
  description:
    'Converts columns to other types. A value that cannot be converted fails the run or becomes null.',
  form: {
    casts: mappingField('Types', type, 'must have a type for each column', {
      placeholder: '{"amount": "float"}',
      help: 'The type of each column: integer, float, boolean, string or datetime.',
    }),
    errors: selectField('Conversion errors', ['raise', 'coerce'], {
      default: 'raise',
      nullMeans: 'absent',
      message: 'must be raise or coerce',
      help: 'raise: the run fails and names the value. coerce: the value becomes null.',
    }),
    format: dateFormatField,
  },
  lower({ casts, errors, format: dateFormat }, inputs) {
    const input = inputs.one();
    const columnCasts: ColumnCast[] = [];
    checkFields(
      Object.entries(casts).map(([name, to]) => [
        'casts',
        () => columnCasts.push(...castOf(findColumn(input.columns, name), to, dateFormat)),
      ]),
    );
    return withCasts(input, columnCasts, errors);
  },
  examples: castDtypesExamples,
});

/** No cast: the column already has the type. @throws UserError when the types have no conversion */
function castOf(column: ColumnSchema, to: Dtype, format: string): readonly ColumnCast[] {
  if (column.type === to) return [];
  const cast = (remedy: NullRemedy): TypedExpression =>
    castExpression(columnReference(column), to, { remedy, format });
  try {
    cast(null);
  } catch (error) {
    if (error instanceof UserError)
      throw new UserError(`Column "${column.name}": ${error.message}`);
    throw error;
  }
  return [{ name: column.name, cast }];
}
