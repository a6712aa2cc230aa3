import { isNumeric, type ColumnSchema } from '../../domain/column.ts';
import type { JsonValue } from '../../domain/json.ts';
import { coerce } from '../../expressions/coerce.ts';
import { coalesce } from '../../expressions/operations/conditional.ts';
import { integerToFloat } from '../../expressions/operations/numeric-casts.ts';
import { call, columnReference, type TypedExpression } from '../../expressions/typed-expression.ts';
import type { Literal } from '../../expressions/literal.ts';
import { windowCall } from '../../expressions/window-call.ts';
import { attributeToField, checkDistinctNames } from '../../plan/builders/field-checks.ts';
import { reportNulls } from '../../plan/builders/null-report.ts';
import { defineNode } from '../definition.ts';
import { fillNullsExamples } from './examples/fill-nulls-examples.ts';
import { optionalColumnsField, selectField, type FormField } from '../form.ts';
import { convertTo } from '../rules/config-value.ts';
import { scalar } from '../rules/row-predicate.ts';

const STRATEGIES = [
  'constant',
  'mean',
  'median',
  'mode',
  'min',
  'max',
  'zero',
  'ffill',
  'bfill',
] as const;
type Strategy = (typeof STRATEGIES)[number];

const value: FormField<JsonValue | undefined> = {
  label: 'Constant',
  type: 'string',
  required: false,
  default: '',
  requiredWhen: ({ strategy }) => strategy === 'constant',
  readWhen: ({ strategy }) => strategy === 'constant',
  help: 'Required for constant. It is converted to the type of each column; null fills nothing.',
  schema: scalar.nullable().optional(),
};

export const fillNulls = defineNode({
  id: 'fillNulls',
  label: 'Fill Nulls',
  category: 'clean',
  description:
    'Replaces nulls by a constant, an aggregate of the column, or a neighbouring value. Columns of an incompatible type are not changed.',
  form: {
    strategy: selectField('Fill with', STRATEGIES, {
      default: 'constant',
      help: 'mean and median convert integer columns to float; zero fills only numbers.',
    }),
    value,
    columns: optionalColumnsField('Columns', { help: 'Empty: all.' }),
  },
  lower({ strategy, value: constant, columns: chosen }, inputs) {
    const input = inputs.one();
    const columns = input.columnsOrAll(chosen, 'columns');
    attributeToField('columns', () => {
      checkDistinctNames(chosen);
    });
    const fields = columns.flatMap((column) => {
      const expression = filled(column, strategy, constant);
      return expression === null ? [] : [{ name: column.name, expression }];
    });
    const names = columns.map(({ name }) => name);
    const isConstant = strategy === 'constant' || strategy === 'zero';
    if (!isConstant) return reportNulls(input.withWindowColumns(fields), 'left', names);
    // A column that a constant fills has no nulls.
    const complete = new Set(fields.map(({ name }) => name));
    const open = names.filter((name) => !complete.has(name));
    return reportNulls(input.withColumns(fields), 'left', open);
  },
  examples: fillNullsExamples,
});

/** The filled column; null for a column that the strategy leaves as it is. */
function filled(
  column: ColumnSchema,
  strategy: Strategy,
  constant: JsonValue | undefined,
): TypedExpression | null {
  if (strategy === 'constant') return filledWith(column, constantOf(column, constant));
  if (strategy === 'zero') return filledWith(column, zeroOf(column));
  return column.type === 'null' ? null : filledFromColumn(column, strategy);
}

/** A column without a type takes the type of the value. */
function filledWith(column: ColumnSchema, value: Literal | null): TypedExpression | null {
  if (value === null) return null;
  const cell = columnReference(column);
  return call(coalesce(value.type), coerce(cell, value.type) ?? cell, value);
}

function filledFromColumn(
  column: ColumnSchema,
  strategy: Exclude<Strategy, 'constant' | 'zero'>,
): TypedExpression | null {
  const cell = columnReference(column);
  const { type } = column;
  if (strategy === 'ffill' || strategy === 'bfill') {
    const direction = strategy === 'ffill' ? 'forward' : 'backward';
    return windowCall({ kind: 'fill', direction }, cell, type);
  }
  if (strategy !== 'mean' && strategy !== 'median') {
    const filler = windowCall({ kind: 'whole', aggregate: strategy }, cell, type);
    return call(coalesce(type), cell, filler);
  }
  return isNumeric(type) ? filledWithFloat(column, strategy) : null;
}

function filledWithFloat(column: ColumnSchema, strategy: 'mean' | 'median'): TypedExpression {
  const cell = columnReference(column);
  const floats = column.type === 'integer' ? call(integerToFloat, cell) : cell;
  const filler = windowCall({ kind: 'whole', aggregate: strategy }, cell, 'float');
  return call(coalesce('float'), floats, filler);
}

function zeroOf({ type }: ColumnSchema): Literal | null {
  return isNumeric(type) ? convertTo(0, type) : null;
}

function constantOf({ type }: ColumnSchema, constant: JsonValue | undefined): Literal | null {
  const converted = constant === undefined ? null : convertTo(constant, type);
  if (converted === null || constant === undefined) return null;
  return { ...converted, written: { at: ['value'], value: constant } };
}
