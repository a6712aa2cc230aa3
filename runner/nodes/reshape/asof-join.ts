import { z } from 'zod';
import { UserError } from '../../domain/errors.ts';
import type { ColumnType } from '../../domain/column.ts';
import { ASOF_DIRECTIONS, type AsofRule } from '../../domain/join.ts';
import { attributeToField } from '../../plan/builders/field-checks.ts';
import { DATAFRAME_IN, defineNode } from '../definition.ts';
import { optionalColumnField, optionalColumnsField, selectField, type FormField } from '../form.ts';
import {
  joinKeys,
  reportKeyProblem,
  type KeyFieldNames,
  type KeyNames,
} from '../rules/join-keys.ts';
import { suffixesField } from '../rules/suffixes-field.ts';
import { asofJoinExamples } from './examples/asof-join-examples.ts';

const NEAR_FIELDS: KeyFieldNames = ['on', 'left_on', 'right_on'];
const EQUAL_FIELDS: KeyFieldNames = ['by', 'left_by', 'right_by'];

/** In microseconds. */
const UNITS = {
  microseconds: 1,
  milliseconds: 1_000,
  seconds: 1_000_000,
  minutes: 60_000_000,
  hours: 3_600_000_000,
  days: 86_400_000_000,
} as const;
const UNIT_NAMES = ['microseconds', 'milliseconds', 'seconds', 'minutes', 'hours', 'days'] as const;
type Unit = (typeof UNIT_NAMES)[number];

const tolerance: FormField<number | null> = {
  label: 'Tolerance',
  type: 'number',
  required: false,
  default: null,
  min: 0,
  help: 'The maximum distance of a match, which is allowed itself. Null: any distance.',
  schema: z.number('must be a number').min(0, 'must be 0 or more').nullable(),
};

export const asofJoin = defineNode({
  id: 'asofJoin',
  label: 'Asof Join',
  category: 'reshape',
  description:
    'Adds to each left row the columns of the right row that is nearest by a number or a date, such as the last price before an order. Left rows and their order are kept; the inputs need not be sorted. A null key matches nothing.',
  inputs: [
    { ...DATAFRAME_IN, id: 'left' },
    { ...DATAFRAME_IN, id: 'right' },
  ],
  form: {
    on: optionalColumnField('On', {
      help: 'A column of numbers or dates of both inputs, of one type. The result has the left values.',
    }),
    left_on: optionalColumnField('Left on', {
      help: 'The column of the left input, if names differ. The result has both columns.',
    }),
    right_on: optionalColumnField('Right on', { help: 'The column of the right input.' }),
    by: optionalColumnsField('By', { help: 'Columns of both inputs that must be equal.' }),
    left_by: optionalColumnsField('Left by', {
      help: 'Columns of the left input that must be equal, if names differ.',
    }),
    right_by: optionalColumnsField('Right by', {
      help: 'Columns of the right input, in the same order.',
    }),
    direction: selectField('Direction', ASOF_DIRECTIONS, {
      default: 'backward',
      help: 'backward: the right row with the largest value up to the left one; of equal values the last row. forward: the smallest value from the left one on; of equal values the first row. nearest: the closer of both; at one distance the backward one.',
    }),
    tolerance,
    tolerance_unit: selectField('Unit of tolerance', UNIT_NAMES, {
      default: 'seconds',
      help: 'For dates. The tolerance of numbers has no unit.',
    }),
    suffixes: suffixesField,
  },
  refine: (config) =>
    config
      .superRefine((one, context) => {
        reportKeyProblem(context, nearNames(one), NEAR_FIELDS, true);
        reportKeyProblem(context, equalNames(one), EQUAL_FIELDS, false);
      })
      .transform((one) => ({
        on: joinKeys(nearNames(one), NEAR_FIELDS),
        by: joinKeys(equalNames(one), EQUAL_FIELDS),
        direction: one.direction,
        tolerance: one.tolerance,
        unit: one.tolerance_unit,
        suffixes: one.suffixes,
      })),
  lower({ on, by, direction, tolerance: limit, unit, suffixes }, inputs) {
    const left = inputs.one('left');
    const { type } = left.column(on.leftKeys[0] ?? '', on.keyFields[0]);
    const rule: AsofRule = { direction, tolerance: limit && toleranceOf(limit, type, unit) };
    return left.asofJoin(inputs.one('right'), { on, by, rule, suffixes });
  },
  examples: asofJoinExamples,
});

/** The config keys that name columns. */
interface KeyConfig {
  readonly on: string;
  readonly left_on: string;
  readonly right_on: string;
  readonly by: readonly string[];
  readonly left_by: readonly string[];
  readonly right_by: readonly string[];
}

/** The names of the keys whose nearest values match: one or none in each list. */
function nearNames({ on, left_on: left, right_on: right }: KeyConfig): KeyNames {
  const listOf = (name: string): readonly string[] => (name === '' ? [] : [name]);
  return [listOf(on), listOf(left), listOf(right)];
}

function equalNames({ by, left_by: left, right_by: right }: KeyConfig): KeyNames {
  return [by, left, right];
}

/** Distances of integers and dates are integers, so that a fraction of the tolerance has no effect. */
function toleranceOf(limit: number, type: ColumnType, unit: Unit): number | bigint {
  if (type === 'float') return limit;
  const distance = Math.floor(type === 'datetime' ? limit * UNITS[unit] : limit);
  return attributeToField('tolerance', () => {
    if (Number.isSafeInteger(distance)) return BigInt(distance);
    const largest = type === 'datetime' ? `${Number.MAX_SAFE_INTEGER} microseconds` : '2^53 - 1';
    throw new UserError(`The tolerance must be at most ${largest}. Leave it out for any distance.`);
  });
}
