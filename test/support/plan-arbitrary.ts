import fc from 'fast-check';
import type { ColumnSchema, ColumnType } from '../../runner/domain/column.ts';
import { UserError } from '../../runner/domain/errors.ts';
import { addFloats, multiplyIntegers } from '../../runner/expressions/operations/arithmetic.ts';
import {
  comparison,
  isNotNullOperation,
  isNullOperation,
  logicalAnd,
} from '../../runner/expressions/operations/logic.ts';
import { toText } from '../../runner/expressions/operations/to-text.ts';
import {
  call,
  columnReference,
  literal,
  type TypedExpression,
} from '../../runner/expressions/typed-expression.ts';
import { windowCall } from '../../runner/expressions/window-call.ts';
import type { JoinKind } from '../../runner/plan/builders/join-plan.ts';
import { Table, union } from '../../runner/plan/table.ts';

/** The columns of the two inputs of a generated plan. */
export const PLAN_COLUMNS: readonly ColumnSchema[] = [
  { name: 'key', type: 'string' },
  { name: 'n', type: 'integer' },
  { name: 'x', type: 'float' },
  { name: '^n.*$', type: 'integer' },
];

/** The inputs of a generated plan, at the positions 0 and 1. */
export function planInput(position: number): Table {
  const columns = PLAN_COLUMNS;
  const relation = { op: 'source', name: `t${position}`, columns } as const;
  return new Table({ op: 'input', handle: 'in', position, relation, columns });
}

/** Plans of several operators over two inputs. A step that does not fit the columns is left out. */
export function planOf(maxSteps: number, isFallible: boolean): fc.Arbitrary<Table> {
  const ops = Object.keys(STEPS).filter((op) => isFallible || !FALLIBLE.includes(op));
  // Half of the steps are those that the passes move or fuse.
  const op = fc.oneof(
    fc.constantFrom<string[]>(...ops),
    fc.constantFrom('filter', 'filter', 'select', 'compute', 'slice'),
  );
  const step = fc.record({ op, picks: fc.array(fc.nat(7), { minLength: 6, maxLength: 6 }) });
  return fc.array(step, { minLength: 2, maxLength: maxSteps }).map((steps) => {
    const earlier = [planInput(0)];
    for (const { op: name, picks } of steps) {
      const table = attempt(() => STEPS[name]!(earlier.at(-1)!, picks, earlier));
      if (table !== null) earlier.push(table);
    }
    return earlier.at(-1)!;
  });
}

function attempt(build: () => Table): Table | null {
  try {
    return build();
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}

const FALLIBLE: readonly string[] = ['multiply', 'sum', 'cross'];
const JOINS: readonly JoinKind[] = ['inner', 'left', 'right', 'outer', 'semi', 'anti'];

type Build = (table: Table, picks: readonly number[], earlier: readonly Table[]) => Table;

function columnAt({ columns }: Table, pick: number | undefined, type?: ColumnType): ColumnSchema {
  const fitting = columns.filter((column) => type === undefined || column.type === type);
  const found = fitting[(pick ?? 0) % Math.max(fitting.length, 1)];
  if (found === undefined) throw new UserError('There is no such column.');
  return found;
}

const names = (table: Table, picks: readonly number[]): string[] => [
  ...new Set(picks.map((pick) => columnAt(table, pick).name)),
];

function condition(
  table: Table,
  [pick = 0, kind = 0, value = 0]: readonly number[],
): TypedExpression {
  const column = columnReference(columnAt(table, pick));
  if (kind % 4 === 0) return call(isNullOperation, column);
  if (kind % 4 === 1 || column.type !== 'integer') return call(isNotNullOperation, column);
  return call(comparison('<', 'integer'), column, literal('integer', BigInt(value)));
}

const STEPS = {
  filter: (table, picks) => table.filter(condition(table, picks)),
  'two conditions': (table, picks) =>
    table.filter(call(logicalAnd, condition(table, picks), condition(table, picks.slice(3)))),
  select: (table, picks) => table.select(names(table, picks), 'columns'),
  rename: (table, picks) =>
    table.rename({ [columnAt(table, picks[0]).name]: `r${picks[1]}` }, 'columns'),
  compute: (table, picks) => {
    const column = columnReference(columnAt(table, picks[0], 'float'));
    return table.withColumns([
      { name: `c${picks[1]}`, expression: call(addFloats, column, column) },
    ]);
  },
  text: (table, picks) => {
    const column = columnAt(table, picks[0], 'integer');
    const expression = call(toText('integer'), columnReference(column));
    return table.withColumns([{ name: `t${picks[1]}`, expression }]);
  },
  constant: (table, picks) =>
    table.withColumns([{ name: `k${picks[1]}`, expression: literal('integer', 5n) }]),
  multiply: (table, picks) => {
    const column = columnReference(columnAt(table, picks[0], 'integer'));
    const expression = call(multiplyIntegers, column, column);
    return table.withColumns([{ name: `m${picks[1]}`, expression }]);
  },
  sort: (table, picks) => {
    const keys = names(table, picks.slice(0, 2));
    const isDescending = (picks[2] ?? 0) % 2 === 0;
    return table.sort(
      keys.map((column) => ({ column, descending: isDescending })),
      'last',
      {},
      'columns',
    );
  },
  slice: (table, [offset = 0, length = 0]) =>
    table.slice({ offset: offset % 3, length: length + 1 }),
  distinct: (table, picks) => {
    const keep = (['first', 'last', 'none'] as const)[(picks[2] ?? 0) % 3]!;
    return table.distinct(names(table, picks.slice(0, 2)), keep, 'subset');
  },
  duplicates: ({ relation: input, columns }, picks) => {
    const keys = names(new Table(input), picks.slice(0, 2));
    return new Table({ op: 'duplicates', input, keys, at: undefined, columns });
  },
  count: (table, picks) => grouped(table, picks, 'count'),
  sum: (table, picks) => grouped(table, picks, 'sum'),
  window: (table, picks) => {
    const column = columnReference(columnAt(table, picks[0]));
    const partition = names(table, picks.slice(1, 3)).map((name) =>
      columnReference(table.column(name, 'columns')),
    );
    const shift = { kind: 'shift', offset: 1 } as const;
    const expression = windowCall(shift, column, column.type, { partition, order: null });
    return table.withWindowColumns([{ name: `w${picks[3]}`, expression }]);
  },
  unpivot: (table, picks) => {
    const values = names(table, picks.slice(0, 2));
    const keys = table.columns.map(({ name }) => name).filter((name) => !values.includes(name));
    const fields = { keys: 'keys', values: 'values', variable: 'variable', value: 'value' };
    return table.unpivot({ keys, values, variable: 'variable', value: 'value', fields });
  },
  explode: (table, picks) =>
    table.explode(columnAt(table, picks[0], 'string').name, 'a', {
      column: 'column',
      delimiter: 'delimiter',
    }),
  bin: (table, picks) =>
    table.bin({
      column: columnAt(table, picks[0], 'float').name,
      name: 'bin',
      method: 'equalwidth',
      bins: 3,
      labels: null,
      at: { name: [], column: [], bins: [], labels: [] },
    }),
  sample: (table, [seed = 0]) =>
    table.sample({ size: { share: 0.5 }, seed, at: { size: [], seed: [] } }),
  union: (table, [pick = 0], earlier) => union([table, other(pick, earlier)]),
  join: (table, picks, earlier) => {
    const right = other(picks[0] ?? 0, earlier);
    const shared = table.columns.filter(({ name, type }) =>
      right.columns.some((column) => column.name === name && column.type === type),
    );
    const key = columnAt(new Table({ ...table.relation, columns: shared }), picks[1]).name;
    return table.slice({ offset: 0, length: 8 }).join(right, {
      leftKeys: [key],
      rightKeys: [key],
      keyFields: ['on', 'on'],
      how: JOINS[(picks[2] ?? 0) % JOINS.length]!,
      suffixes: ['_x', '_y'],
    });
  },
  cross: (table, [pick = 0], earlier) =>
    table.cross(other(pick, earlier), { suffixes: ['_x', '_y'], maxRows: 40 }),
} satisfies Readonly<Record<string, Build>> as Readonly<Record<string, Build>>;

function grouped(table: Table, picks: readonly number[], aggregate: 'count' | 'sum'): Table {
  const keys = names(table, picks.slice(0, 2));
  const { name } = columnAt(table, picks[2], aggregate === 'sum' ? 'integer' : undefined);
  const fields = { keys: 'group_by', calls: 'aggregations' };
  return table.aggregate(keys, [{ source: name, aggregate, name: `a${picks[3]}` }], fields);
}

/** Another input, or a table that the plan has already: then two operators read it. */
function other(pick: number, earlier: readonly Table[]): Table {
  return pick % 2 === 0 ? planInput(1) : earlier[pick % earlier.length]!;
}
