import { z } from 'zod';
import { isNumeric, type ColumnSchema, type ColumnType } from '../../domain/column.ts';
import { UserError } from '../../domain/errors.ts';
import { unusedName } from '../../domain/unused-name.ts';
import { booleanToInteger } from '../../expressions/operations/numeric-casts.ts';
import { nullAs } from '../../expressions/operations/null-as.ts';
import { call, columnReference, type TypedExpression } from '../../expressions/typed-expression.ts';
import {
  ROLLING_AGGREGATES,
  windowCall,
  type RollingWindow,
  type WindowSpec,
} from '../../expressions/window-call.ts';
import { attributeToField } from '../../plan/builders/field-checks.ts';
import type { Table } from '../../plan/table.ts';
import { defineNode } from '../definition.ts';
import { columnField, integerField, selectField, type FormField } from '../form.ts';
import { newColumnField } from '../rules/derived-columns.ts';
import { windowFields, windowSpec } from '../rules/window-config.ts';
import { rollingAggregateExamples } from './examples/rolling-aggregate-examples.ts';

const minPeriods: FormField<number | null> = {
  label: 'Minimum values',
  type: 'integer',
  required: false,
  default: null,
  nullMeans: 'absent',
  min: 1,
  help: 'With fewer values, without nulls, the result is null. Empty: as many as rows.',
  schema: z.int('must be a whole number').min(1, 'must be 1 or more').nullable(),
};

/** Polars takes the size of a window as a 16-bit integer. */
const MAX_WINDOW = 32_767;

export const rollingAggregate = defineNode({
  id: 'rollingAggregate',
  label: 'Rolling Aggregate',
  category: 'analytics',
  description:
    'Adds a column with an aggregate of the last rows, up to and including each row, such as a moving average. The rows keep their order.',
  form: {
    target: columnField('Target', {
      help: 'A column of numbers, or of booleans, which are 1 and 0. Nulls are skipped.',
    }),
    function: selectField('Function', ROLLING_AGGREGATES, {
      required: true,
      default: 'mean',
      spellings: { avg: 'mean', average: 'mean', maximum: 'max', minimum: 'min' },
      help: 'std is the sample deviation (n - 1). The sum, the minimum and the maximum of integers are exact integers.',
    }),
    window: integerField('Rows', {
      required: true,
      min: 1,
      max: MAX_WINDOW,
      default: 3,
      help: 'The number of rows of a window; the last one is the row itself.',
    }),
    new_column: newColumnField,
    ...windowFields,
    min_periods: minPeriods,
  },
  refine: (config) =>
    config.refine(({ window, min_periods: least }) => least === null || least <= window, {
      path: ['min_periods'],
      message: 'must not be more than the rows of the window',
    }),
  lower(config, inputs) {
    const { target, function: aggregate, window: size, new_column: name, ...rest } = config;
    const input = inputs.one();
    const column = input.column(target, 'target');
    attributeToField('target', () => {
      checkNumbers(column, aggregate);
    });
    const rolling = {
      kind: 'rolling',
      aggregate,
      size,
      minValues: rest.min_periods ?? size,
    } as const;
    const over = windowSpec(input, rest);
    const numbers = column.type === 'boolean' ? asIntegers(input, column, name) : column;
    const read = numbers === column ? input : withIntegers(input, column, numbers);
    const expression = rolled(numbers, rolling, over);
    const result = read.withWindowColumns([{ name, expression, nameAt: ['new_column'] }]);
    return numbers === column ? result : result.without([numbers.name]);
  },
  examples: rollingAggregateExamples,
});

/** The column that has booleans as 1 and 0. */
function asIntegers(input: Table, { name }: ColumnSchema, newColumn: string): ColumnSchema {
  const taken = [...input.columns.map((column) => column.name), newColumn];
  return { name: unusedName(`${name} as integer`, taken), type: 'integer' };
}

function withIntegers(input: Table, booleans: ColumnSchema, { name }: ColumnSchema): Table {
  const expression = call(booleanToInteger, columnReference(booleans));
  return input.withColumns([{ name, expression }]);
}

/** @throws UserError for a column that has other values than numbers */
function checkNumbers({ name, type }: ColumnSchema, aggregate: string): void {
  if (isNumeric(type) || type === 'boolean' || type === 'null') return;
  throw new UserError(
    `The rolling ${aggregate} of "${name}" needs numbers, but the column is of type ${type}. Choose another column, or change its type first.`,
  );
}

function rolled(column: ColumnSchema, rolling: RollingWindow, over: WindowSpec): TypedExpression {
  const cell = columnReference(column);
  const type = rollingType(rolling.aggregate, column.type);
  if (column.type === 'null') return call(nullAs(type), cell);
  return windowCall(rolling, cell, type, over);
}

function rollingType(aggregate: RollingWindow['aggregate'], type: ColumnType): ColumnType {
  const keepsType = aggregate === 'sum' || aggregate === 'min' || aggregate === 'max';
  return keepsType && type !== 'float' ? 'integer' : 'float';
}
