import { PLAN_COLUMNS, planInput } from '../../../test/support/plan-arbitrary.ts';
import type { ColumnType } from '../../domain/column.ts';
import { addFloats, multiplyIntegers } from '../../expressions/operations/arithmetic.ts';
import { isNotNullOperation, logicalAnd } from '../../expressions/operations/logic.ts';
import { call, columnReference, type TypedExpression } from '../../expressions/typed-expression.ts';
import { windowCall } from '../../expressions/window-call.ts';
import type { JoinKind } from '../../domain/join.ts';
import { explainRelation } from '../explain.ts';
import { union, type Table } from '../table.ts';
import { fuseProjections } from './fuse-projections.ts';
import { optimize } from './optimize.ts';
import { pushFilters } from './push-filters.ts';
import { pushSlices } from './push-slices.ts';

const data = planInput(0);
const other = planInput(1);
const reference = (name: string, type: ColumnType): TypedExpression =>
  columnReference({ name, type });
const n = reference('n', 'integer');
const x = reference('x', 'float');
const hasKey = call(isNotNullOperation, reference('key', 'string'));
const hasN = call(isNotNullOperation, n);
const hasX = call(isNotNullOperation, x);
const both = call(logicalAnd, hasKey, hasX);
const doubled = { name: 'double', expression: call(addFloats, x, x) };
const sorted = (table: Table): Table =>
  table.sort([{ column: 'n', descending: false }], 'last', {}, 'columns');
const joined = (how: JoinKind): Table =>
  data.join(other, {
    leftKeys: ['key'],
    rightKeys: ['key'],
    keyFields: ['on', 'on'],
    how,
    suffixes: ['', '_other'],
  });
const previous = windowCall(
  { kind: 'shift', offset: 1 },
  columnReference(PLAN_COLUMNS[1]!),
  'integer',
  {
    partition: [columnReference(PLAN_COLUMNS[0]!)],
    order: null,
  },
);
const counted = (key: string): Table =>
  data.aggregate([key], [{ name: 'count', source: '^n.*$', aggregate: 'count' }], {
    keys: 'keys',
    calls: 'calls',
  });

/** The names of the operators, inputs first, and the conditions of filters. */
function outline(
  { relation }: Table,
  pass: (relation: Table['relation']) => Table['relation'],
): string {
  return explainRelation(pass(relation))
    .map((line) => (line.startsWith('filter') ? line : line.split(' ', 1).join('')))
    .join(' > ');
}

describe('a filter', () => {
  it.each<[string, Table, string]>([
    ['a sort', sorted(data).filter(hasN), 'filter is not null(n) > sort'],
    ['a projection', data.withColumns([doubled]).filter(hasX), 'filter is not null(x) > project'],
    [
      'a renaming, under the old name',
      data
        .rename({ n: 'm' }, 'columns')
        .filter(call(isNotNullOperation, reference('m', 'integer'))),
      'filter is not null(n) > project',
    ],
    [
      'distinct rows by its keys',
      data.distinct(['n'], 'last', 'subset').filter(hasN),
      'filter is not null(n) > distinct',
    ],
    ['groups by its keys', counted('n').filter(hasN), 'filter is not null(n) > aggregate'],
    [
      'windows by all partitions',
      data.withWindowColumns([{ name: 'previous', expression: previous }]).filter(hasKey),
      'filter is not null(key) > window',
    ],
    [
      'a union, into each input',
      union([data, sorted(other)]).filter(hasN),
      'filter is not null(n) > filter is not null(n) > sort > union',
    ],
    [
      'a left join, into the left side',
      joined('left').filter(hasN),
      'filter is not null(n) > left',
    ],
    [
      'a right join, into the right side',
      joined('right').filter(call(isNotNullOperation, reference('n_other', 'integer'))),
      'filter is not null(n) > right',
    ],
  ])('moves below %s', (_operator, table, expected) => {
    expect(outline(table, pushFilters)).toBe(expected);
  });

  it.each<[string, Table]>([
    ['a slice', data.slice({ offset: 1, length: 3 }).filter(hasN)],
    [
      'a sample',
      data.sample({ size: { share: 0.5 }, seed: 1, at: { size: [], seed: [] } }).filter(hasN),
    ],
    ['distinct rows by other columns', data.distinct(['n'], 'first', 'subset').filter(hasKey)],
    ['groups by a float, which unites 0 and -0', counted('x').filter(hasX)],
    [
      'windows by other columns',
      data.withWindowColumns([{ name: 'previous', expression: previous }]).filter(hasN),
    ],
    ['an outer join', joined('outer').filter(hasN)],
    [
      'a left join by right columns',
      joined('left').filter(call(isNotNullOperation, reference('n_other', 'integer'))),
    ],
    [
      'a projection that can fail',
      data
        .withColumns([{ name: 'square', expression: call(multiplyIntegers, n, n) }])
        .filter(hasKey),
    ],
    [
      'a column that it would compute twice',
      data.withColumns([doubled]).filter(call(isNotNullOperation, reference('double', 'float'))),
    ],
  ])('stays above %s', (_operator, table) => {
    expect(pushFilters(table.relation)).toBe(table.relation);
  });

  it('moves the conditions that can move and keeps the others', () => {
    const grouped = data.distinct(['key'], 'first', 'subset').filter(both);
    expect(outline(grouped, pushFilters)).toBe(
      'filter is not null(key) > distinct > filter is not null(x)',
    );
  });

  it('leaves the rows of a relation that others read', () => {
    const shared = sorted(data);
    const table = union([shared, shared.filter(hasN)]);
    expect(outline(table, pushFilters)).toBe('sort > filter is not null(n) > union');
  });
});

describe('projections', () => {
  const quadrupled = (name: string): TypedExpression => {
    const double = reference('double', 'float');
    return name === 'once' ? call(isNotNullOperation, double) : call(addFloats, double, double);
  };
  const twice = (name: string): Table =>
    data.withColumns([doubled]).withColumns([{ name, expression: quadrupled(name) }]);

  it('are one when each computed column is read once', () => {
    expect(outline(twice('once').select(['once'], 'columns'), optimize)).toBe('project');
  });

  it('stay two when a computed column is read twice', () => {
    expect(outline(twice('sum'), fuseProjections)).toBe('project > project');
  });

  it('vanish when they change nothing', () => {
    const all = PLAN_COLUMNS.map(({ name }) => name);
    expect(outline(sorted(data).select(all, 'columns'), fuseProjections)).toBe('sort');
  });

  it('leave out the columns that nothing reads, unless they can fail', () => {
    const dead = data.withColumns([doubled]).filter(hasN).select(['n', 'key'], 'columns');
    expect(explainRelation(optimize(dead.relation)).at(-1)).toBe('project n, key');
    const failing = { name: 'square', expression: call(multiplyIntegers, n, n) };
    const kept = data.withColumns([failing]).select(['key'], 'columns');
    expect(explainRelation(optimize(kept.relation))).toHaveLength(2);
  });
});

describe('a slice', () => {
  const first = { offset: 2, length: 3 };

  it('moves below a projection and into another slice', () => {
    const table = sorted(data).slice({ offset: 1, length: 4 }).withColumns([doubled]).slice(first);
    expect(explainRelation(pushSlices(table.relation)).slice(0, 2)).toEqual([
      'sort n, nulls last',
      'slice 2 rows from 3',
    ]);
  });

  it('takes the first rows of each input of a union', () => {
    const lines = explainRelation(pushSlices(union([data, sorted(other)]).slice(first).relation));
    expect(lines.filter((line) => line.startsWith('slice'))).toEqual([
      'slice 5 rows from 0',
      'slice 5 rows from 0',
      'slice 3 rows from 2',
    ]);
  });

  it('stays above a projection that can fail', () => {
    const square = { name: 'square', expression: call(multiplyIntegers, n, n) };
    expect(outline(data.withColumns([square]).slice(first), pushSlices)).toBe('project > slice');
  });
});
