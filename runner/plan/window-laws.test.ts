import fc from 'fast-check';
import { PLAN_ENGINES } from '../../test/support/evaluate-plan.ts';
import { frameOf, rowsOf } from '../../test/support/frame-arbitrary.ts';
import { propertyRuns } from '../../test/support/property-runs.ts';
import type { ColumnSchema } from '../domain/column.ts';
import { literal } from '../expressions/typed-expression.ts';
import { isNotNullOperation } from '../expressions/operations/logic.ts';
import { call, columnReference } from '../expressions/typed-expression.ts';
import type { ColumnReference } from '../expressions/column-reference.ts';
import {
  windowCall,
  type WindowCall,
  type WindowFunction,
  type WindowSpec,
} from '../expressions/window-call.ts';
import type { Relation } from './relation.ts';
import { Table } from './table.ts';

const COLUMNS: readonly ColumnSchema[] = [
  { name: 'key', type: 'string' },
  { name: 'n', type: 'datetime' },
  { name: 'x', type: 'float' },
];
const FRAMES = frameOf(COLUMNS, 15);
const RUNS = propertyRuns(15);

const source: Relation = { op: 'source', name: 't', columns: COLUMNS };
const input = new Table({
  op: 'input',
  handle: 'in',
  position: 0,
  relation: source,
  columns: COLUMNS,
});

const column = (name: string): ColumnReference =>
  columnReference(COLUMNS.find((each) => each.name === name)!);
const by = (...names: readonly string[]): WindowSpec['order'] => ({
  keys: names.map(column),
  descending: false,
});
const CALLS: readonly (readonly [WindowFunction, ColumnReference | null])[] = [
  [{ kind: 'row number', first: 1 }, null],
  [{ kind: 'rank', dense: false }, null],
  [{ kind: 'rank', dense: true }, null],
  [{ kind: 'shift', offset: 2 }, column('key')],
  [{ kind: 'shift', offset: -1 }, column('x')],
  [{ kind: 'fill', direction: 'forward' }, column('key')],
  [{ kind: 'running', aggregate: 'max' }, column('n')],
  [{ kind: 'whole', aggregate: 'max' }, column('n')],
  [{ kind: 'whole', aggregate: 'count' }, column('x')],
  [{ kind: 'quantile', share: 0.4 }, column('x')],
];

function calls(over: WindowSpec): readonly WindowCall[] {
  return CALLS.map(([called, cell]) => windowCall(called, cell, cell?.type ?? 'integer', over));
}

/** The table with a column for each window function. */
function windowed(table: Table, over: WindowSpec): Table {
  return table.withWindowColumns(
    calls(over).map((expression, index) => ({ name: `w${index}`, expression })),
  );
}

const withConstant = (table: Table): Table =>
  table.withColumns([{ name: 'one', expression: literal('integer', 1n) }]);
const CONSTANT = { name: 'one', type: 'integer' } as const;
const sorted = (table: Table, ...names: readonly string[]): Table =>
  table.sort(
    names.map((name) => ({ column: name, descending: false })),
    'last',
    {},
    'columns',
  );
const notNull = (table: Table, name: string): Table =>
  table.filter(call(isNotNullOperation, column(name)));
const results = CALLS.map((_call, index) => `w${index}`);

/** Two plans that must return the same rows in the same order. */
const LAWS: readonly (readonly [string, Table, Table])[] = [
  [
    'a partition by a constant equals no partition',
    windowed(withConstant(input), { partition: [columnReference(CONSTANT)], order: by('n', 'x') }),
    windowed(withConstant(input), { partition: [], order: by('n', 'x') }),
  ],
  [
    'an order of a sorted table equals no order',
    rankless(
      windowed(sorted(input, 'x', 'key'), { partition: [column('key')], order: by('x', 'key') }),
    ),
    rankless(windowed(sorted(input, 'x', 'key'), { partition: [column('key')], order: null })),
  ],
  [
    'a window in an order, sorted afterwards, equals a window of the sorted table',
    sorted(windowed(input, { partition: [], order: by('n', 'key') }), 'n', 'key'),
    windowed(sorted(input, 'n', 'key'), { partition: [], order: by('n', 'key') }),
  ],
  [
    'a filter of the partition before a window equals one after it',
    windowed(notNull(input, 'key'), { partition: [column('key')], order: by('n', 'x') }),
    notNull(windowed(input, { partition: [column('key')], order: by('n', 'x') }), 'key'),
  ],
  [
    'an order by a column twice equals an order by it',
    windowed(input, { partition: [column('n')], order: by('key') }).select(results, 'columns'),
    windowed(input.withColumns([{ name: 'copy', expression: column('key') }]), {
      partition: [column('n')],
      order: {
        keys: [column('key'), columnReference({ name: 'copy', type: 'string' })],
        descending: false,
      },
    }).select(results, 'columns'),
  ],
];

/** Ranks need an order. */
function rankless(table: Table): Table {
  const { relation } = table;
  if (relation.op !== 'window') return table;
  const fields = relation.fields.filter(
    ({ expression }) => expression.kind !== 'window' || expression.function.kind !== 'rank',
  );
  const columns = fields.map(({ name, expression }) => ({ name, type: expression.type }));
  return new Table({ ...relation, fields, columns });
}

describe.each(PLAN_ENGINES)('the laws of windows on %s', (_name, evaluate) => {
  it.each(LAWS)('%s', (_law, one, other) => {
    expect(one.columns).toEqual(other.columns);
    fc.assert(
      fc.property(FRAMES, (frame) => {
        expect(rowsOf(evaluate(one.relation, [frame]))).toEqual(
          rowsOf(evaluate(other.relation, [frame])),
        );
      }),
      RUNS,
    );
  });

  it('the row numbers of a sorted table are 1, 2, 3 and so on', () => {
    const numbered = windowed(sorted(input, 'x'), { partition: [], order: by('x') });
    fc.assert(
      fc.property(FRAMES, (frame) => {
        const rows = rowsOf(evaluate(numbered.select(['w0'], 'columns').relation, [frame]));
        expect(rows).toEqual(rows.map((_row, index) => [BigInt(index + 1)]));
      }),
      RUNS,
    );
  });
});
