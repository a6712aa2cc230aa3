import type { ColumnSchema } from '../../domain/column.ts';
import { UserError } from '../../domain/errors.ts';
import { aggregateType } from '../../expressions/aggregates.ts';
import { nullAs } from '../../expressions/operations/null-as.ts';
import {
  call,
  columnReference,
  literal,
  type TypedExpression,
} from '../../expressions/typed-expression.ts';
import {
  windowCall,
  type RunningAggregate,
  type WindowSpec,
} from '../../expressions/window-call.ts';
import { attributeToField } from '../../plan/builders/field-checks.ts';
import { defineNode } from '../definition.ts';
import { integerField, optionalColumnField, selectField } from '../form.ts';
import { isRanked, runningExtreme } from '../rules/running-extreme.ts';
import { newColumnField } from '../rules/derived-columns.ts';
import { windowFields, windowSpec } from '../rules/window-config.ts';
import { windowFunctionExamples } from './examples/window-function-examples.ts';

const NUMBERING = ['row_number', 'rank', 'dense_rank', 'cumcount'] as const;
const RUNNING = ['cumsum', 'cummax', 'cummin', 'cumprod'] as const;
const SHIFTS = ['lag', 'lead'] as const;
type Numbering = (typeof NUMBERING)[number];
type Running = (typeof RUNNING)[number];
type WindowFunctionName = Numbering | Running | (typeof SHIFTS)[number];

const AGGREGATES: Readonly<Record<Running, RunningAggregate>> = {
  cumsum: 'sum',
  cumprod: 'prod',
  cummin: 'min',
  cummax: 'max',
};

export const windowFunction = defineNode({
  id: 'windowFunction',
  label: 'Window Function',
  category: 'analytics',
  description:
    'Adds a column that is computed from other rows: their number, a rank, a running total or a neighbouring value. The rows keep their order.',
  form: {
    function: selectField('Function', [...NUMBERING, ...RUNNING, ...SHIFTS], {
      required: true,
      default: 'row_number',
      help: 'row_number counts from 1, cumcount from 0. Equal rows share a rank, after which rank leaves a gap and dense_rank does not; a null has no rank. cumsum, cummax, cummin and cumprod leave a null at a null and go on; cummax and cummin also read texts, by code point, and booleans. lag is a value before the row, lead one after it.',
      spellings: { cumulative_sum: 'cumsum', running_total: 'cumsum', shift: 'lag' },
    }),
    target: optionalColumnField('Target', {
      help: 'The column to accumulate or to shift. Row numbers, ranks and cumcount need none.',
    }),
    new_column: newColumnField,
    ...windowFields,
    offset: integerField('Offset', {
      min: 1,
      default: 1,
      readWhen: ({ function: name }) => SHIFTS.some((shift) => shift === name),
      help: 'Only for lag and lead: the number of rows between the row and the value.',
    }),
  },
  refine: (config) =>
    config
      .refine(({ function: name, target }) => isNumbering(name) || target !== '', {
        path: ['target'],
        message: 'needs a column for this function',
      })
      .refine(({ function: name, order_by: keys }) => !name.endsWith('rank') || keys.length > 0, {
        path: ['order_by'],
        message: 'needs at least one column, by which rows are ranked',
      }),
  lower({ function: name, target, new_column: newColumn, offset, ...window }, inputs) {
    const input = inputs.one();
    const over = windowSpec(input, window);
    const field = { name: newColumn, nameAt: ['new_column'] };
    if (isNumbering(name)) {
      return input.withWindowColumns([{ ...field, expression: numbering(name, over) }]);
    }
    const column = input.column(target, 'target');
    if (isExtreme(name) && isRanked(column)) {
      return runningExtreme(input, {
        column,
        aggregate: name === 'cummax' ? 'max' : 'min',
        over,
        newColumn,
      });
    }
    const expression = accumulatedOrShifted(name, column, { over, offset });
    return input.withWindowColumns([{ ...field, expression }]);
  },
  examples: windowFunctionExamples,
});

function isExtreme(name: WindowFunctionName): name is 'cummax' | 'cummin' {
  return name === 'cummax' || name === 'cummin';
}

function isNumbering(name: WindowFunctionName): name is Numbering {
  return NUMBERING.some((each) => each === name);
}

function numbering(name: Numbering, over: WindowSpec): TypedExpression {
  if (name === 'row_number' || name === 'cumcount') {
    const first = name === 'cumcount' ? 0 : 1;
    return windowCall({ kind: 'row number', first }, null, 'integer', over);
  }
  const isUnknown = over.order?.keys.some(({ type }) => type === 'null') ?? true;
  if (isUnknown) return literal('integer', null);
  return windowCall({ kind: 'rank', dense: name === 'dense_rank' }, null, 'integer', over);
}

function accumulatedOrShifted(
  name: Exclude<WindowFunctionName, Numbering>,
  column: ColumnSchema,
  { over, offset }: { readonly over: WindowSpec; readonly offset: number },
): TypedExpression {
  const cell = columnReference(column);
  if (name === 'lag' || name === 'lead') {
    const shift = { kind: 'shift', offset: name === 'lag' ? offset : -offset } as const;
    return column.type === 'null' ? cell : windowCall(shift, cell, column.type, over);
  }
  const aggregate = AGGREGATES[name];
  const type = attributeToField('target', () => runningType(name, column));
  if (column.type === 'null') return type === 'null' ? cell : call(nullAs(type), cell);
  return windowCall({ kind: 'running', aggregate }, cell, type, over);
}

/** @throws UserError when the column has no values that the function accepts */
function runningType(name: Running, column: ColumnSchema): ColumnSchema['type'] {
  const aggregate = AGGREGATES[name];
  const isTotal = aggregate === 'sum' || aggregate === 'prod';
  if (isTotal && (column.type === 'string' || column.type === 'datetime')) {
    throw new UserError(
      `The ${name} of "${column.name}" needs numbers, but the column is of type ${column.type}. Choose another column, or change its type first.`,
    );
  }
  return isTotal ? aggregateType(aggregate, column) : column.type;
}
