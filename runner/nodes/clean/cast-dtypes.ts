import { z } from 'zod';
import { DTYPES, type ColumnSchema, type Dtype } from '../../domain/column.ts';
import { UserError } from '../../domain/errors.ts';
import { findColumn } from '../../domain/nearest-name.ts';
import { TYPES_BY_FOREIGN_NAME } from '../../domain/types/type-names.ts';
import { castExpression, type CastOptions } from '../../expressions/cast.ts';
import { columnReference } from '../../expressions/typed-expression.ts';
import { COERCE } from '../../expressions/operations/null-remedy.ts';
import { checkFields } from '../../plan/builders/field-checks.ts';
import type { Field } from '../../plan/relation.ts';
import { defineNode } from '../definition.ts';
import { castDtypesExamples } from './examples/cast-dtypes-examples.ts';
import { mappingField, selectField } from '../form.ts';
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
      message: 'must be raise or coerce',
      help: 'raise: the run fails and names the value. coerce: the value becomes null.',
    }),
    format: dateFormatField,
  },
  lower({ casts, errors, format: dateFormat }, inputs) {
    const input = inputs.one();
    const options = { remedy: errors === 'coerce' ? null : COERCE, format: dateFormat };
    const fields: Field[] = [];
    checkFields(
      Object.entries(casts).map(([name, to]) => [
        'casts',
        () => fields.push(...castOf(findColumn(input.columns, name), to, options)),
      ]),
    );
    return input.withColumns(fields);
  },
  examples: castDtypesExamples,
});

/** No field: the column already has the type. @throws UserError when the types have no conversion */
function castOf(column: ColumnSchema, to: Dtype, options: CastOptions): readonly Field[] {
  if (column.type === to) return [];
  try {
    const expression = castExpression(columnReference(column), to, options);
    return [{ name: column.name, expression }];
  } catch (error) {
    if (error instanceof UserError)
      throw new UserError(`Column "${column.name}": ${error.message}`);
    throw error;
  }
}
