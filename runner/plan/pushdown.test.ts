import { PLAN_COLUMNS, planInput } from '../../test/support/plan-arbitrary.ts';
import { multiplyIntegers } from '../expressions/operations/arithmetic.ts';
import { isNotNullOperation } from '../expressions/operations/logic.ts';
import { call, columnReference } from '../expressions/typed-expression.ts';
import { explainRelation } from './explain.ts';
import { pushDown, type Backend } from './pushdown.ts';
import type { Relation } from './relation.ts';
import { union, type Table } from './table.ts';

const OPERATORS: readonly Relation['op'][] = [
  'project',
  'filter',
  'sort',
  'slice',
  'distinct',
  'aggregate',
  'join',
];

/** A backend with the first input of a plan. */
const DATABASE: Backend = {
  holds: ({ position }) => position === 0,
  supports: ({ op }) => OPERATORS.includes(op),
};

const table = planInput(0);
const file = planInput(1);
const n = columnReference(PLAN_COLUMNS[1]!);
const hasN = call(isNotNullOperation, n);
const SQUARE = { name: 'square', expression: call(multiplyIntegers, n, n) };
const sorted = (rows: Table): Table =>
  rows.sort([{ column: 'n', descending: false }], 'last', {}, 'columns');
const aggregated = (rows: Table, aggregate: 'count' | 'first'): Table =>
  rows.aggregate(['key'], [{ name: 'a', source: 'x', aggregate }], {
    keys: 'keys',
    calls: 'calls',
  });
const joined = (left: Table, right: Table): Table =>
  left.join(right, {
    leftKeys: ['key'],
    rightKeys: ['key'],
    keyFields: ['on', 'on'],
    how: 'inner',
    suffixes: ['', '_other'],
  });
const outline = (relation: Relation): string =>
  explainRelation(relation)
    .map((line) => line.split(' ', 1).join(''))
    .join(' > ');
const first = { offset: 0, length: 2 };

describe('what a backend evaluates', () => {
  it.each<[string, Table, string[], string]>([
    ['a whole plan', aggregated(table.filter(hasN), 'count'), ['filter > aggregate'], ''],
    [
      'all below an operator that it lacks',
      table.filter(hasN).explode('key', ',', { column: 'c', delimiter: 'd' }),
      ['filter'],
      'explode',
    ],
    ['nothing above data that is elsewhere', file.filter(hasN), [], 'filter'],
    ['a side of a join with a file', joined(table.filter(hasN), file), ['filter'], 'inner'],
    ['a join of its own data', joined(table.filter(hasN), table), ['filter > inner'], ''],
    [
      'all below a value that can fail',
      table.filter(hasN).withColumns([SQUARE]).filter(hasN),
      ['filter'],
      'project > filter',
    ],
    ['no limit of rows without an order', table.filter(hasN).slice(first), ['filter'], 'slice'],
    [
      'a limit of sorted rows',
      sorted(table).select(['n'], 'c').slice(first),
      ['sort > project > slice'],
      '',
    ],
    [
      'no first value without an order',
      aggregated(table.filter(hasN), 'first'),
      ['filter'],
      'aggregate',
    ],
    [
      'no groups in the order of sorted rows',
      aggregated(sorted(table), 'count'),
      ['sort'],
      'aggregate',
    ],
    [
      'no first of equal rows without an order',
      table.distinct(['n'], 'first', 's'),
      [],
      'distinct',
    ],
    ['equal rows of which none is kept', table.distinct(['n'], 'none', 's'), ['distinct'], ''],
  ])('is %s', (_what, plan, parts, rest) => {
    const pushdown = pushDown(plan.relation, DATABASE);
    expect([...pushdown.parts.values()].map(outline)).toEqual(parts);
    expect(outline(pushdown.rest)).toBe(rest);
  });

  it('is one part for two readers', () => {
    const shared = table.filter(hasN);
    const { parts, rest } = pushDown(union([shared, shared]).relation, DATABASE);
    expect(parts.size).toBe(1);
    expect(outline(rest)).toBe('union');
  });

  it('keeps the columns of the plan', () => {
    const plan = joined(table.filter(hasN), file).relation;
    expect(pushDown(plan, DATABASE).rest.columns).toEqual(plan.columns);
  });
});
