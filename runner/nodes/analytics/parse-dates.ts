import type { ColumnSchema } from '../../domain/column.ts';
import { castExpression, type CastOptions } from '../../expressions/cast.ts';
import { asText } from '../../expressions/coerce.ts';
import { columnReference, type TypedExpression } from '../../expressions/typed-expression.ts';
import { defineNode } from '../definition.ts';
import { columnsField, selectField } from '../form.ts';
import { withCasts, type ColumnCast } from '../rules/column-casts.ts';
import { dateFormatField } from '../rules/date-format.ts';
import { distinctColumns } from '../rules/derived-columns.ts';
import { requireTypes } from '../rules/required-types.ts';
import { dateDirectiveExamples } from './examples/date-directive-examples.ts';
import { parseDatesExamples } from './examples/parse-dates-examples.ts';

export const parseDates = defineNode({
  id: 'parseDates',
  label: 'Parse Dates',
  category: 'analytics',
  description:
    'Converts text to datetimes. An offset is converted to UTC. Columns of datetimes are not changed.',
  form: {
    columns: columnsField('Columns', {
      help: 'Columns of text. With a format also integers, such as 20240229.',
    }),
    format: dateFormatField,
    errors: selectField('Conversion errors', ['coerce', 'raise'], {
      default: 'coerce',
      message: 'must be coerce or raise',
      help: 'coerce: a text that is no date becomes null. raise: the run fails and names the text.',
    }),
  },
  lower({ columns: names, format, errors }, inputs) {
    const input = inputs.one();
    const columns = distinctColumns(input, names, 'columns');
    requireReadable(columns, format);
    const castOf = (column: ColumnSchema): ColumnCast => ({
      name: column.name,
      cast: (remedy) => parsed(column, { remedy, format }),
    });
    return withCasts(input, columns.map(castOf), errors);
  },
  examples: [...parseDatesExamples, ...dateDirectiveExamples],
});

/** @throws ConfigError for a column that cannot be read with the format */
function requireReadable(columns: readonly ColumnSchema[], format: string): void {
  const types = ['string', 'datetime'] as const;
  if (format !== '') {
    requireTypes(columns, 'columns', [...types, 'integer']);
    return;
  }
  const integers = columns.filter(({ type }) => type === 'integer');
  requireTypes(integers, 'columns', types, 'Set "format", or change its type first.');
  requireTypes(columns, 'columns', types);
}

function parsed(column: ColumnSchema, options: CastOptions): TypedExpression {
  const cell = columnReference(column);
  return castExpression(column.type === 'integer' ? asText(cell) : cell, 'datetime', options);
}
