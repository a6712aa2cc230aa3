import fc from 'fast-check';
import { isNumeric, type ColumnSchema, type ColumnType } from '../../runner/domain/column.ts';
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
import type { LiteralValue } from '../../runner/expressions/literal.ts';
import { windowCall } from '../../runner/expressions/window-call.ts';
import { correlate } from '../../runner/plan/builders/correlations.ts';
import { ASOF_DIRECTIONS, JOIN_KINDS, type AsofDirection } from '../../runner/domain/join.ts';
import { DIGEST_ALGORITHMS } from '../../runner/plan/operators/digest.ts';
import type { CheckTest } from '../../runner/plan/operators/reports.ts';
import type { Relation } from '../../runner/plan/relation.ts';
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

/** The operators that no step generates, and why. */
export const NOT_GENERATED = {
  source: 'it is the data behind an input, and no compiler reads it',
  input: 'it is a leaf of every plan: the steps begin with one',
  opaque: 'a script worker evaluates it: no engine does, and no pass sees a plan with one',
} as const satisfies Partial<Record<Relation['op'], string>>;

/**
 * Plans of several operators over two inputs. A step that does not fit the columns is left out.
 * @param isFallible whether some operators may fail
 */
export function planOf(maxSteps: number, isFallible: boolean): fc.Arbitrary<Table> {
  const builds = new Map(
    Object.values(PLAN_STEPS)
      .flatMap((steps) => Object.entries(steps))
      .filter(([name]) => isFallible || !FALLIBLE.includes(name)),
  );
  const stepOf = (names: fc.Arbitrary<string>): fc.Arbitrary<Step> =>
    fc.record({ name: names, picks: fc.array(fc.nat(7), { minLength: 6, maxLength: 6 }) });
  const inner = [...builds.keys()].filter((name) => !LAST.includes(name));
  // Half of the steps are those that the passes move or fuse.
  const names = fc.oneof(
    fc.constantFrom(...inner),
    fc.constantFrom('filter', 'filter', 'select', 'compute', 'slice'),
  );
  const steps = fc.tuple(
    fc.array(stepOf(names), { minLength: 2, maxLength: maxSteps }),
    fc.oneof(
      { arbitrary: fc.constant(null), weight: 4 },
      { arbitrary: stepOf(fc.constantFrom(...LAST)), weight: 1 },
    ),
  );
  return steps.map(([first, last]) => {
    const earlier = [planInput(0)];
    for (const { name, picks } of last === null ? first : [...first, last]) {
      const table = attempt(() => builds.get(name)!(earlier.at(-1)!, picks, earlier));
      if (table !== null) earlier.push(table);
    }
    return earlier.at(-1)!;
  });
}

interface Step {
  readonly name: string;
  readonly picks: readonly number[];
}

function attempt(build: () => Table): Table | null {
  try {
    return build();
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}

const FALLIBLE: readonly string[] = ['multiply', 'sum', 'cross', 'sample of rows', 'strict check'];
/** They stand only at the end of the plan of a node. */
const LAST: readonly string[] = ['report of nulls', 'sink'];

/** Adds an operator to a table. @throws UserError when the columns do not fit */
export type Build = (table: Table, picks: readonly number[], earlier: readonly Table[]) => Table;

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
  const compared = COMPARED[column.type];
  if (kind % 4 === 1 || compared === undefined) return call(isNotNullOperation, column);
  const operator = oneOf(['<', '=='] as const, kind);
  return call(comparison(operator, column.type), column, literal(column.type, compared(value)));
}

/** Values with which conditions compare. */
const COMPARED: Readonly<Partial<Record<ColumnType, (value: number) => LiteralValue>>> = {
  integer: BigInt,
  float: (value) => value / 2,
  string: (value) => oneOf(['a', 'ab', '', '5'], value),
};

/**
 * Steps for each operator of the union, so that a new operator is a type error here: give it a step, or a
 * reason in NOT_GENERATED.
 */
export const PLAN_STEPS: Readonly<
  Record<Exclude<Relation['op'], keyof typeof NOT_GENERATED>, Readonly<Record<string, Build>>>
> = {
  filter: {
    filter: (table, picks) => table.filter(condition(table, picks)),
    'two conditions': (table, picks) =>
      table.filter(call(logicalAnd, condition(table, picks), condition(table, picks.slice(3)))),
  },
  project: {
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
  },
  sort: {
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
  },
  slice: {
    slice: (table, [offset = 0, length = 0]) =>
      table.slice({ offset: offset % 3, length: length + 1 }),
  },
  distinct: {
    distinct: (table, picks) => {
      const keep = oneOf(['first', 'last', 'none'] as const, picks[2]);
      return table.distinct(names(table, picks.slice(0, 2)), keep, 'subset');
    },
  },
  duplicates: {
    duplicates: ({ relation: input, columns }, picks) => {
      const keys = names(new Table(input), picks.slice(0, 2));
      return new Table({ op: 'duplicates', input, keys, at: undefined, columns });
    },
  },
  aggregate: {
    count: (table, picks) => grouped(table, picks, 'count'),
    first: (table, picks) => grouped(table, picks, 'first'),
    sum: (table, picks) => grouped(table, picks, 'sum'),
  },
  window: {
    window: (table, picks) => {
      const column = columnReference(columnAt(table, picks[0]));
      const partition = names(table, picks.slice(1, 3)).map((name) =>
        columnReference(table.column(name, 'columns')),
      );
      const shift = { kind: 'shift', offset: 1 } as const;
      const expression = windowCall(shift, column, column.type, { partition, order: null });
      return table.withWindowColumns([{ name: `w${picks[3]}`, expression }]);
    },
  },
  unpivot: {
    unpivot: (table, picks) => {
      const values = names(table, picks.slice(0, 2));
      const keys = table.columns.map(({ name }) => name).filter((name) => !values.includes(name));
      const fields = { keys: 'keys', values: 'values', variable: 'variable', value: 'value' };
      return table.unpivot({ keys, values, variable: 'variable', value: 'value', fields });
    },
  },
  pivot: {
    pivot: (table, picks) => {
      const index = columnAt(table, picks[0]).name;
      const column = columnAt(table.without([index]), picks[1]);
      const value = columnAt(table.without([index, column.name]), picks[2]).name;
      const pivoted = table.pivot({
        index: [index],
        column: column.name,
        value,
        aggregate: oneOf(['count', 'first', 'last'] as const, picks[3]),
        heads: HEADS[column.type].slice(0, 1 + (picks[4] ?? 0)),
        fields: { index: 'index', column: 'column', value: 'value', heads: 'heads' },
      });
      if (pivoted instanceof Table) return pivoted;
      throw new Error('A pivot with heads has a schema.');
    },
  },
  explode: {
    explode: (table, picks) =>
      table.explode(columnAt(table, picks[0], 'string').name, 'a', {
        column: 'column',
        delimiter: 'delimiter',
      }),
  },
  digest: {
    digest: (table, picks) =>
      table.digest({
        column: columnAt(table, picks[0], 'string').name,
        algorithm: oneOf(DIGEST_ALGORITHMS, picks[1]),
        at: { column: [], algorithm: [] },
      }),
  },
  describe: {
    describe: (table, picks) => table.describe(names(table, picks.slice(0, 3)), 'columns'),
  },
  correlate: {
    correlate: (table) => {
      const numbers = table.columns.filter(({ type }) => isNumeric(type) || type === 'boolean');
      if (numbers.length === 0) throw new UserError('There is no such column.');
      return correlate(table, numbers);
    },
  },
  bin: {
    bin: (table, picks) =>
      table.bin({
        column: columnAt(table, picks[0], 'float').name,
        name: 'bin',
        method: oneOf(['equalwidth', 'quantile'] as const, picks[1]),
        bins: 3,
        labels: null,
        at: { name: [], column: [], bins: [], labels: [] },
      }),
  },
  sample: {
    sample: (table, [seed = 0, part]) =>
      table.sample(
        { size: { share: 0.5 }, seed, at: { size: [], seed: [] } },
        oneOf(['sample', 'rest'] as const, part),
      ),
    'sample of rows': (table, [seed = 0, rows = 0]) =>
      table.sample({ size: { rows }, seed, at: { size: [], seed: [] } }),
  },
  union: {
    union: (table, [pick = 0], earlier) => union([table, other(pick, earlier)]),
  },
  join: {
    join: (table, picks, earlier) => {
      const right = other(picks[0] ?? 0, earlier);
      const key = sharedColumn(table, right, picks[1]);
      return table.slice({ offset: 0, length: 8 }).join(right, {
        leftKeys: [key],
        rightKeys: [key],
        keyFields: ['on', 'on'],
        how: oneOf(JOIN_KINDS, picks[2]),
        suffixes: ['_x', '_y'],
      });
    },
    asof: (table, picks, earlier) => {
      const right = other(picks[0] ?? 0, earlier);
      const key = sharedColumn(table, right, picks[1]);
      const keys = { leftKeys: [key], rightKeys: [key], keyFields: ['on', 'on'] } as const;
      return table.slice({ offset: 0, length: 8 }).asofJoin(right, {
        on: keys,
        by: { leftKeys: [], rightKeys: [], keyFields: ['by', 'by'] },
        rule: { direction: oneOf<AsofDirection>(ASOF_DIRECTIONS, picks[2]), tolerance: null },
        suffixes: ['_x', '_y'],
      });
    },
  },
  cross: {
    cross: (table, [pick = 0], earlier) =>
      table.cross(other(pick, earlier), { suffixes: ['_x', '_y'], maxRows: 40 }),
  },
  check: {
    check: (table, picks) => checked(table, picks, 'warn'),
    'strict check': (table, picks) => checked(table, picks, 'error'),
  },
  artifact: {
    artifact: (table, picks) => {
      const { name } = columnAt(table, picks[0]);
      return table.artifact(
        {
          kind: 'bar',
          title: '',
          x: name,
          y: null,
          aggregate: 'count',
          orientation: 'vertical',
          group_by: null,
        },
        { bars: grouped(table, picks, 'count') },
      );
    },
  },
  nullReport: {
    'report of nulls': ({ relation: input, columns }, picks) => {
      const kind = input.op === 'project' ? 'lost' : 'left';
      const reported = names(new Table(input), picks.slice(0, 2));
      return new Table({ op: 'nullReport', input, kind, names: reported, columns });
    },
  },
  sink: {
    sink: (table) => table.sink({ kind: 'file', format: 'csv', datasetName: '' }),
  },
};

/** Heads of a pivot by the type of its column: values that generated frames have, one that none has, and null. */
const HEADS: Readonly<Record<ColumnType, readonly LiteralValue[]>> = {
  integer: [1n, null, 0n, 99n],
  float: [2.5, null, 0, Infinity, 99.5],
  boolean: [true, null, false],
  datetime: [0n, null, 1n],
  string: ['a', null, '', 'zz'],
  null: [null],
};

function oneOf<T>(options: readonly T[], at = 0): T {
  return options[at % options.length]!;
}

/** The name of a column that both tables have with the same type. */
function sharedColumn(table: Table, right: Table, at: number | undefined): string {
  const shared = table.columns.filter(({ name, type }) =>
    right.columns.some((column) => column.name === name && column.type === type),
  );
  return columnAt(new Table({ ...table.relation, columns: shared }), at).name;
}

function checked(table: Table, picks: readonly number[], mode: 'warn' | 'error'): Table {
  const columns = names(table, picks.slice(0, 2));
  const tests: readonly CheckTest[] = [
    { kind: 'rows', violation: call(isNullOperation, columnReference(columnAt(table, picks[0]))) },
    { kind: 'notNull', names: columns, at: undefined },
    { kind: 'unique', keys: columns, at: undefined },
    { kind: 'count', min: { rows: picks[3] ?? 0, at: [] }, max: null },
  ];
  const test = oneOf(tests, picks[2]);
  return table.check({ test, mode, modeAt: [], rule: ['the rule'], shown: columns });
}

function grouped(
  table: Table,
  picks: readonly number[],
  aggregate: 'count' | 'first' | 'sum',
): Table {
  const keys = names(table, picks.slice(0, 2));
  const { name } = columnAt(table, picks[2], aggregate === 'sum' ? 'integer' : undefined);
  const fields = { keys: 'group_by', calls: 'aggregations' };
  return table.aggregate(keys, [{ source: name, aggregate, name: `a${picks[3]}` }], fields);
}

/** Another input, or a table that the plan has already: then two operators read it. */
function other(pick: number, earlier: readonly Table[]): Table {
  return pick % 2 === 0 ? planInput(1) : earlier[pick % earlier.length]!;
}
