import type { JoinKind } from '../domain/join.ts';
import { hasOrder, orderOf } from './order.ts';
import type { Relation } from './relation.ts';
import { Table, union } from './table.ts';

const SOURCE: Relation = {
  op: 'source',
  name: 'data',
  columns: [
    { name: 'key', type: 'string' },
    { name: 'n', type: 'integer' },
  ],
};

const input = (relation: Relation = SOURCE): Table =>
  new Table({ op: 'input', handle: 'in', position: 0, relation, columns: relation.columns });

const joined = (how: JoinKind): Table =>
  input().join(input(), {
    leftKeys: ['key'],
    rightKeys: ['key'],
    keyFields: ['on', 'on'],
    how,
    suffixes: ['_x', '_y'],
  });

const sums = (table: Table): Table =>
  table.aggregate(['key'], [{ name: 'sum', source: 'n', aggregate: 'sum' }], {
    keys: 'group_by',
    calls: 'aggregations',
  });

describe('the order of rows', () => {
  it.each([
    ['left', true],
    ['semi', true],
    ['anti', true],
    ['inner', false],
    ['right', false],
    ['outer', false],
  ] as const)('of a %s join is the same in every backend: %s', (how, ordered) => {
    expect(hasOrder(joined(how).relation)).toBe(ordered);
  });

  it('is open below an operator that destroys it, across nodes, unions and stable sorts', () => {
    const open = input(joined('inner').relation);
    const byKey = [{ column: 'key', descending: false }];
    for (const table of [
      open,
      open.slice({ offset: 0, length: 1 }),
      open.sort(byKey, 'last', {}, 'columns'),
      union([input(), open]),
    ]) {
      expect(hasOrder(table.relation)).toBe(false);
    }
    expect(hasOrder(sums(input()).relation)).toBe(true);
  });

  it('is independent of the input after a pivot, which sorts by its index', () => {
    const pivot = input(joined('inner').relation).pivot({
      index: ['key'],
      column: 'n_x',
      value: 'n_y',
      aggregate: 'sum',
      heads: null,
      fields: { index: 'index', column: 'columns', value: 'values', heads: 'heads' },
    });
    expect(orderOf(pivot.relation)).toEqual({ effect: 'made', observed: false });
    expect(hasOrder(pivot.relation)).toBe(true);
  });

  it('is observed where rows are chosen by their place', () => {
    const { relation: first } = input().distinct(['key'], 'first', 'subset');
    const { relation: none } = input().distinct(['key'], 'none', 'subset');
    expect([first, none].map((one) => orderOf(one).observed)).toEqual([true, false]);
    expect(orderOf(input().slice({ offset: 0, length: 1 }).relation).observed).toBe(true);
  });
});
