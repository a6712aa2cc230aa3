import type { JsonObject } from '../../../runner/domain/json.ts';
import { ENGINES } from '../../../runner/domain/engine.ts';
import { PUSHDOWN_RIGS } from '../../support/database-rigs/index.ts';
import { DatabaseFlows, type DatabaseRun } from '../../support/database-flows.ts';
import { difference, type ColumnTolerances } from '../difference.ts';
import { aggregateTolerance, isAggregate } from '../float-rule.ts';
import { nasty } from '../nasty-table.ts';
import { sortedRows } from '../row-order.ts';

type Nodes = readonly (readonly [type: string, config: JsonObject])[];

/** The nodes that the database computed. */
function pushed({ result }: DatabaseRun): readonly string[] {
  return (result.nodeResults ?? []).flatMap(({ type, pushed_down }) =>
    pushed_down === true ? [type] : [],
  );
}

/** Any number of the table may be part of an aggregate. */
function tolerances(nodes: Nodes): ColumnTolerances {
  const calls = nodes.flatMap(([, { aggregations = {} }]) =>
    Object.entries(aggregations as object),
  );
  return new Map(
    calls.map(([column, aggregate]) => {
      const place = nasty.columns.findIndex(({ name }) => name === column);
      const values = nasty.rows.map((row) => Number(row[place] ?? 0));
      const [name] = [aggregate].flat();
      return [
        `${column}_${String(name)}`,
        { absolute: isAggregate(name) ? aggregateTolerance(name, values) : 0, isCopied: false },
      ];
    }),
  );
}

const calculated = (expression: string): [string, JsonObject] => [
  'calculatedColumn',
  { column_name: 'made', expression },
];

/** An expression for each operation of the dialects. */
const EXPRESSIONS: Readonly<Record<string, string>> = {
  'add(float, float)': 'x + 0.1',
  'subtract(float, float)': 'x - x',
  'multiply(float, float)': 'x * 0.0',
  'divide(float, float)': '1.5 / x',
  'negate(float)': '-x',
  'abs(float)': 'abs(x)',
  'floor(float)': 'floor(x)',
  'ceil(float)': 'ceil(x)',
  'NaN to null(float)': 'x * 0.0 + x',
  'as float(integer)': 'cast(n as float)',
  'as integer(boolean)': 'cast(ok as integer)',
  'as boolean(integer)': 'cast(n as boolean)',
  'as boolean(float)': 'cast(x as boolean)',
  'as text(integer)': 'cast(n as string)',
  'as text(boolean)': 'cast(ok as string)',
  'concat(string, string)': "concat(key, 'ü')",
  'length(string)': 'length(key)',
  'contains(string, string)': "contains(key, 'a')",
  'startswith(string, string)': "startswith(key, ' ')",
  'endswith(string, string)': "endswith(key, 'a')",
  'year(datetime)': 'year(at)',
  'month(datetime)': 'month(at)',
  'day(datetime)': 'day(at)',
  'hour(datetime)': 'hour(at)',
  'minute(datetime)': 'minute(at)',
  'second(datetime)': 'second(at)',
};

/** A node for each operation of the dialects. */
const OPERATIONS: Readonly<Record<string, [type: string, config: JsonObject]>> = {
  ...Object.fromEntries(
    Object.entries(EXPRESSIONS).map(([name, text]) => [name, calculated(text)]),
  ),
  'weekday(datetime)': ['extractDateParts', { column: 'at', parts: ['weekday', 'year'] }],
};

describe.each(PUSHDOWN_RIGS)('$name', ({ dialect, start }) => {
  let flows: DatabaseFlows;
  let table: string;

  beforeAll(async () => {
    flows = await DatabaseFlows.open(await start());
    table = await flows.store(nasty);
  });
  afterAll(async () => {
    await flows.close();
  });

  /** Both runs of the same nodes have the same rows. @returns the types of the nodes that the database computed */
  async function checked(nodes: Nodes, isSorted = false): Promise<readonly string[]> {
    const found = new Set<string>();
    for (const engine of ENGINES) {
      const flow = { input: { table }, nodes, engine };
      const [inDatabase, inEngine] = [
        await flows.run(flow),
        await flows.run({ ...flow, pushdown: false }),
      ];
      expect(inDatabase.result.errorMessage).toBe(inEngine.result.errorMessage);
      expect(pushed(inEngine)).toEqual([]);
      const tables = [inDatabase, inEngine].map((run) => run.table ?? { columns: [], rows: [] });
      const [actual, expected] = isSorted ? tables : tables.map(sortedRows);
      expect(difference(actual!, expected!, tolerances(nodes))).toBeNull();
      found.add(pushed(inDatabase).join(' > '));
    }
    expect(found.size).toBe(1);
    return [...found][0]!.split(' > ');
  }

  describe('an expression', () => {
    it.each(Object.entries(OPERATIONS))('%s has the values of the engines', async (name, node) => {
      const isComputed = Object.hasOwn(dialect.operations, name);
      expect((await checked([node])).join()).toBe(isComputed ? `sqlInput,${node[0]}` : '');
    });

    it('is tested for each operation', () => {
      const tested = new Set(Object.keys(OPERATIONS));
      expect(Object.keys(dialect.operations).filter((name) => !tested.has(name))).toEqual([]);
    });

    it.each([
      'n > 1 and x < 1 or not ok',
      "key >= 'a'",
      "key < 'é'",
      "key != '😀'",
      "at >= '2024-02-29'",
      'ok == true',
      "key in ('a', '', 'é', 'none')",
      'n in (1, 9007199254740993)',
      'x is null and key is not null',
      'x == 0',
      'x > 9007199254740992',
      'n < x',
      "if(x > 0, key, 'low') == 'low'",
      "coalesce(key, 'none') == 'none'",
      "nullif(key, 'a') is null",
      "contains(key, '')",
      // So many values are rows of a table.
      "key in ('a', '', 'é', 'none', 'b', 'c', 'd', 'e', '😀') or ok",
      "not (key in ('a', '', 'é', 'none', 'b', 'c', 'd', 'e', '😀'))",
      'x in (0.5, 0, 1, 2, 3, 4, 5, 6, 7, 8)',
    ])('filters rows by %s as the engines do', async (expression) => {
      expect(await checked([['filterExpression', { expression }]])).toEqual([
        'sqlInput',
        'filterExpression',
      ]);
    });
  });

  describe('an aggregate', () => {
    const columns = { integer: 'n', float: 'x', boolean: 'ok', string: 'a "b"', datetime: 'at' };
    const cases = Object.entries(dialect.aggregates).flatMap(([type, aggregates]) =>
      Object.keys(aggregates).map((name) => [name, type] as const),
    );

    it.each(cases)('%s of %s has the values of the engines', async (name, type) => {
      const column = columns[type as keyof typeof columns];
      for (const group of ['key', 'ok']) {
        if (group === column) continue;
        const config = { group_by: [group], aggregations: { [column]: [name] } };
        expect(await checked([['groupByAggregate', config]])).toEqual([
          'sqlInput',
          'groupByAggregate',
        ]);
      }
    });
  });

  describe('the nodes that it computes', () => {
    const total = { group_by: ['key'], aggregations: { id: 'sum' } };
    const few: [string, JsonObject] = ['filterRows', { column: 'id', operator: '>', value: 3 }];

    it.each<[string, Nodes, string]>([
      [
        'a filter, a projection and groups',
        [few, ['selectColumns', { columns: ['key', 'id'] }], ['groupByAggregate', total]],
        'sqlInput > filterRows > selectColumns > groupByAggregate',
      ],
      [
        'all above groups without a sum of integers',
        [
          ['groupByAggregate', { group_by: ['key'], aggregations: { x: 'sum' } }],
          ['filterRows', { column: 'x', operator: '>', value: 0 }],
        ],
        'sqlInput > groupByAggregate > filterRows',
      ],
      [
        'nothing above a sum that can fail',
        [
          ['groupByAggregate', total],
          ['renameColumns', { mapping: { key: 'k' } }],
        ],
        'sqlInput > groupByAggregate',
      ],
      [
        'nothing above arithmetic that can fail',
        [few, calculated('n * n'), few],
        'sqlInput > filterRows',
      ],
      ['no first rows of a table', [few, ['limitRows', { n: 3 }]], 'sqlInput > filterRows'],
      ['no case mapping of texts', [few, calculated('upper(key)')], 'sqlInput > filterRows'],
      [
        'no groups by floats',
        [['groupByAggregate', { group_by: ['x'], aggregations: { id: 'count' } }]],
        '',
      ],
      [
        'no checks',
        [few, ['assertNotNull', { columns: ['key'], mode: 'warn' }]],
        'sqlInput > filterRows',
      ],
      [
        'rows without their copies',
        [
          ['selectColumns', { columns: ['key', 'ok'] }],
          ['removeDuplicates', {}],
        ],
        'sqlInput > selectColumns > removeDuplicates',
      ],
      [
        'rows without copies',
        [['removeDuplicates', { subset: ['key', 'ok'], keep: false }]],
        'sqlInput > removeDuplicates',
      ],
    ])('are %s', async (_what, nodes, expected) => {
      expect((await checked(nodes)).join(' > ')).toBe(expected);
    });

    it.each<[string, JsonObject]>([
      ['text, nulls last', { columns: ['a "b"', 'id'], na_position: 'last' }],
      [
        'text, nulls first, descending',
        { columns: ['key', 'id'], ascending: [false, true], na_position: 'first' },
      ],
      ['floats', { columns: ['x', 'id'] }],
      ['integers', { columns: ['n', 'id'], ascending: false }],
      ['datetimes', { columns: ['at', 'id'] }],
      ['booleans', { columns: ['ok', 'id'] }],
    ])('are rows sorted by %s, and the first of them', async (_what, config) => {
      const nodes: Nodes = [
        ['sortRows', config],
        ['dropColumns', { columns: config.columns as string[] }],
        ['limitRows', { n: 5, offset: 2 }],
      ];
      expect(await checked(nodes.slice(0, 1), true)).toEqual(['sqlInput', 'sortRows']);
      expect(await checked(nodes, true)).toHaveLength(4);
    });
  });
});
