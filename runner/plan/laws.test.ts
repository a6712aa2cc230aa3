import fc from 'fast-check';
import { PLAN_ENGINES } from '../../test/support/evaluate-plan.ts';
import { frameOf, rowsOf, type Cell } from '../../test/support/frame-arbitrary.ts';
import { propertyRuns } from '../../test/support/property-runs.ts';
import type { ColumnSchema } from '../domain/column.ts';
import type { Frame } from '../engines/pandas/frame.ts';
import { isNotNullOperation } from '../expressions/operations/logic.ts';
import { call, columnReference, type TypedExpression } from '../expressions/typed-expression.ts';
import type { AsofDirection } from '../domain/join.ts';
import type { Bin } from './operators/bin.ts';
import type { Relation, Sample } from './relation.ts';
import type { SampleSize } from './row-sample.ts';
import { splitByPredicate, splitBySample } from './split.ts';
import { Table, union } from './table.ts';

const COLUMNS: readonly ColumnSchema[] = [
  { name: 'key', type: 'string' },
  { name: 'n', type: 'integer' },
  { name: 'x', type: 'float' },
];
const FRAMES = fc.tuple(frameOf(COLUMNS, 12), frameOf(COLUMNS, 12));
const RUNS = propertyRuns(12);

function leaf(position: number): Table {
  const relation: Relation = { op: 'source', name: `t${position}`, columns: COLUMNS };
  return new Table({ op: 'input', handle: 'in', position, relation, columns: COLUMNS });
}

const notNull = (name: string): TypedExpression =>
  call(isNotNullOperation, columnReference(COLUMNS.find((column) => column.name === name)!));
const EXPLODED = { column: 'column', delimiter: 'delimiter' };
const crossed = (left: Table, right: Table): Table =>
  left.cross(right, { suffixes: ['_x', '_y'], maxRows: 1000 });
/** What a description has beside sums of floats. */
const EXACT = ['column', 'type', 'count', 'nulls', 'distinct', 'min', 'max', 'median'];
const HALF = { share: 0.5 };
const drawn = (size: SampleSize): { size: SampleSize; seed: number; at: Sample['at'] } => ({
  size,
  seed: 3,
  at: { size: [], seed: [] },
});
const ordered = (table: Table): Table =>
  table.sort(
    COLUMNS.map(({ name }) => ({ column: name, descending: false })),
    'last',
    {},
    'columns',
  );
const binned = (table: Table, method: Bin['method']): Table =>
  table.bin({
    column: 'x',
    name: 'bin',
    method,
    bins: 3,
    labels: null,
    at: { name: [], column: [], bins: [], labels: [] },
  });
const byKey = [{ column: 'key', descending: true }];
const sorted = (table: Table): Table => table.sort(byKey, 'last', {}, 'columns');
const all = (table: Table): Table => table.slice({ offset: 0, length: 0 });
const joined = (how: 'inner' | 'left' | 'semi' | 'anti', left: Table, right: Table): Table =>
  left.join(right, {
    leftKeys: ['key'],
    rightKeys: ['key'],
    keyFields: ['on', 'on'],
    how,
    suffixes: ['_x', '_y'],
  });

const nearest = (left: Table, right: Table, direction: AsofDirection): Table =>
  left.asofJoin(right, {
    on: { leftKeys: ['n'], rightKeys: ['n'], keyFields: ['on', 'on'] },
    by: { leftKeys: ['key'], rightKeys: ['key'], keyFields: ['by', 'by'] },
    rule: { direction, tolerance: 0n },
    suffixes: ['_x', '_y'],
  });

/** Two plans that must return the same rows in the same order. */
const LAWS: readonly (readonly [string, (a: Table, b: Table) => readonly [Table, Table]])[] = [
  [
    'a filter before a sort equals one after it',
    (a) => [sorted(a.filter(notNull('n'))), sorted(a).filter(notNull('n'))],
  ],
  [
    'two filters equal each other in either order',
    (a) => [
      a.filter(notNull('n')).filter(notNull('x')),
      a.filter(notNull('x')).filter(notNull('n')),
    ],
  ],
  [
    'two projections equal the last one',
    (a) => [a.select(['x', 'n'], 'columns').select(['n'], 'columns'), a.select(['n'], 'columns')],
  ],
  [
    'a projection before a filter of its columns equals one after it',
    (a) => [
      a.select(['n', 'key'], 'columns').filter(notNull('n')),
      a.filter(notNull('n')).select(['n', 'key'], 'columns'),
    ],
  ],
  ['a sort of sorted rows changes nothing', (a) => [sorted(sorted(a)), sorted(a)]],
  [
    'a slice of a slice equals one slice',
    (a) => [
      a.slice({ offset: 1, length: 8 }).slice({ offset: 2, length: 3 }),
      a.slice({ offset: 3, length: 3 }),
    ],
  ],
  [
    'distinct rows of distinct rows are the same rows',
    (a) => [
      a.distinct(['key'], 'first', 'subset').distinct(['key'], 'last', 'subset'),
      a.distinct(['key'], 'first', 'subset'),
    ],
  ],
  [
    'a filter of a union equals the union of the filtered inputs',
    (a, b) => [
      union([a, b]).filter(notNull('x')),
      union([a.filter(notNull('x')), b.filter(notNull('x'))]),
    ],
  ],
  [
    'a union of three inputs does not depend on how it is nested',
    (a, b) => [union([union([a, b]), a]), union([a, union([b, a])])],
  ],
  ['a union with an input without rows is the other input', (a, b) => [union([a, all(b)]), a]],
  [
    'an inner join with a side without rows has no rows',
    (a, b) => [joined('inner', a, all(b)), joined('inner', all(a), all(b))],
  ],
  [
    'an anti join with a side without rows is the left side',
    (a, b) => [joined('anti', a, all(b)), a],
  ],
  [
    'semi and anti join part the left side',
    (a, b) => [
      sorted(union([joined('semi', a, b), joined('anti', a, b)])).select(['key'], 'columns'),
      sorted(a).select(['key'], 'columns'),
    ],
  ],
  [
    'an explosion of texts without the delimiter changes nothing',
    (a) => [a.explode('key', 'no such text', EXPLODED), a],
  ],
  [
    'an explosion of an exploded column changes nothing',
    (a) => [
      a.explode('x', '.', EXPLODED).explode('x', '.', EXPLODED),
      a.explode('x', '.', EXPLODED),
    ],
  ],
  [
    'a filter of other columns before an explosion equals one after it',
    (a) => [
      a.filter(notNull('n')).explode('x', '.', EXPLODED),
      a.explode('x', '.', EXPLODED).filter(notNull('n')),
    ],
  ],
  [
    'an explosion of a union equals the union of the explosions',
    (a, b) => [
      union([a, b]).explode('x', '.', EXPLODED),
      union([a.explode('x', '.', EXPLODED), b.explode('x', '.', EXPLODED)]),
    ],
  ],
  [
    'a cross join with a filter of a side equals a filter of the cross join',
    (a, b) => [
      crossed(a.filter(notNull('n')), b),
      crossed(a, b).filter(
        call(isNotNullOperation, columnReference({ name: 'n_x', type: 'integer' })),
      ),
    ],
  ],
  [
    'a cross join with a side without rows has no rows',
    (a, b) => [crossed(a, all(b)), crossed(all(a), b)],
  ],
  ['a sample of all rows changes nothing', (a) => [a.sample(drawn({ share: 1 })), a]],
  [
    'a sample and all other rows are the rows of the input',
    (a) => {
      const both = union(splitBySample(a, drawn(HALF)));
      return [ordered(both), ordered(a)];
    },
  ],
  [
    'the parts of a split by a predicate are the rows of the input',
    (a) => [ordered(union(splitByPredicate(a, notNull('n')))), ordered(a)],
  ],
  [
    'a sample does not depend on the cells',
    (a) => [
      a.select(['n'], 'columns').sample(drawn(HALF)),
      a.sample(drawn(HALF)).select(['n'], 'columns'),
    ],
  ],
  [
    'a description does not depend on the order of the rows',
    (a) => [
      sorted(a).describe(['key', 'n'], 'columns').select(EXACT, 'columns'),
      a.describe(['key', 'n'], 'columns').select(EXACT, 'columns'),
    ],
  ],
  [
    'a selection before a description equals a description of the selected columns',
    (a) => [
      a.select(['n', 'key'], 'columns').describe([], 'columns'),
      a.describe(['n', 'key'], 'columns'),
    ],
  ],
  [
    'bins of equal width do not depend on the order of the rows',
    (a) => [binned(sorted(a), 'equalwidth'), sorted(binned(a, 'equalwidth'))],
  ],
  [
    'quantiles do not depend on the order of the rows',
    (a) => [binned(sorted(a), 'quantile'), sorted(binned(a, 'quantile'))],
  ],
  [
    'a filter of nulls before bins equals one after them',
    (a) => [binned(a.filter(notNull('x')), 'quantile'), binned(a, 'quantile').filter(notNull('x'))],
  ],
  [
    'an asof join without distance equals a left join with the last of equal rows',
    (a, b) => [
      nearest(a, b, 'backward'),
      a.join(b.distinct(['key', 'n'], 'last', 'by'), {
        leftKeys: ['key', 'n'],
        rightKeys: ['key', 'n'],
        keyFields: ['by', 'by'],
        how: 'left',
        suffixes: ['_x', '_y'],
      }),
    ],
  ],
  [
    'an asof join without distance is the same in both directions for distinct rows',
    (a, b) => {
      const distinct = b.distinct(['key', 'n'], 'first', 'by');
      return [nearest(a, distinct, 'forward'), nearest(a, distinct, 'nearest')];
    },
  ],
  [
    'a filter of left columns moves below a left join',
    (a, b) => [
      joined('left', a.filter(notNull('n')), b),
      joined('left', a, b).filter(
        call(isNotNullOperation, columnReference({ name: 'n_x', type: 'integer' })),
      ),
    ],
  ],
];

describe.each(PLAN_ENGINES)('the laws of the plan on %s', (_name, evaluate) => {
  it.each(LAWS)('%s', (_law, plans) => {
    const [one, other] = plans(leaf(0), leaf(1));
    expect(one.columns).toEqual(other.columns);
    fc.assert(
      fc.property(FRAMES, (frames) => {
        expect(cells(evaluate(one.relation, frames))).toEqual(
          cells(evaluate(other.relation, frames)),
        );
      }),
      RUNS,
    );
  });
});

function cells(frame: Frame): readonly (readonly Cell[])[] {
  return rowsOf(frame);
}
