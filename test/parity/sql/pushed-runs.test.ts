import type { JsonObject } from '../../../runner/domain/json.ts';
import type { NodeResult } from '../../../runner/domain/run-result.ts';
import { ENGINES } from '../../../runner/domain/engine.ts';
import { DatabaseFlows, type DatabaseRun } from '../../support/database-flows.ts';
import { table as tableOf } from '../parity-case.ts';

let flows: DatabaseFlows;
let table: string;

beforeAll(async () => {
  flows = await DatabaseFlows.open();
  table = await flows.store(
    tableOf('id integer, shop string, amount float', [
      [1, 'a', 1e308],
      [2, "b' OR 'x' = 'x", 2],
      [3, 'a', 1e308],
      [9223372036854775807n, null, null],
    ]),
  );
});
afterAll(async () => {
  await flows.close();
});

function nodesOf({ result }: DatabaseRun): readonly NodeResult[] {
  return result.nodeResults ?? [];
}

const filtered = (value: string): [string, JsonObject] => [
  'filterRows',
  { column: 'shop', operator: '==', value },
];
const filteredKind = (value: string): [string, JsonObject] => [
  'filterRows',
  { column: 'kind', operator: '==', value },
];
const summed = (column: string): [string, JsonObject] => [
  'groupByAggregate',
  { group_by: ['shop'], aggregations: { [column]: 'sum' } },
];

describe('a run with nodes that the database computes', () => {
  it('shows the statement, the rows and the sample of the last node', async () => {
    const nodes = nodesOf(
      await flows.run({
        input: { table },
        nodes: [filtered("b' OR 'x' = 'x"), ['selectColumns', { columns: ['id'] }]],
      }),
    );
    const [read, filter, select, write] = nodes;
    expect(read).toMatchObject({ pushed_down: true, rows: null, sample: [] });
    expect(read?.columns).toEqual(['id', 'shop', 'amount']);
    expect(filter).toMatchObject({ pushed_down: true, rows: null, sample: [] });
    expect(select).toMatchObject({ pushed_down: true, rows: 1, sample: [{ id: 2 }] });
    expect(select?.fused_with).toEqual(['read', 'node1']);
    expect(select?.statement).toContain('CAST($1 AS text)');
    expect(write).toMatchObject({ rows: 1 });
    expect(write).not.toHaveProperty('pushed_down');
  });

  it('sends values beside the text, so that none is read as SQL', async () => {
    const value = `'; DROP TABLE ${table}; --`;
    const run = await flows.run({ input: { table }, nodes: [filtered(value)] });
    expect(run.result.errorMessage).toBeNull();
    expect(run.table?.rows).toEqual([]);
    expect(JSON.stringify(nodesOf(run))).not.toContain('DROP');
    expect((await flows.run({ input: { table }, nodes: [] })).table?.rows).toHaveLength(4);
  });

  it('accepts thousands of values in one statement', async () => {
    const expression = `id in (${Array.from({ length: 3000 }, (_, place) => place).join(', ')})`;
    const run = await flows.run({
      input: { table },
      nodes: [['filterExpression', { expression }]],
    });
    expect(run.result.errorMessage).toBeNull();
    expect(run.table?.rows).toHaveLength(3);
  });

  it('evaluates all nodes in the engine when the flow says so', async () => {
    const flow = { input: { table }, nodes: [filtered('a')], pushdown: false };
    const nodes = nodesOf(await flows.run(flow));
    expect(nodes.map(({ rows }) => rows)).toEqual([4, 2, 2]);
    expect(nodes.every((node) => node.pushed_down === undefined)).toBe(true);
  });

  it('computes over the rows of a query with a comment and a semicolon at its end', async () => {
    const query = `SELECT shop, id - 1 AS before FROM ${table} -- all\n; `;
    const input = { mode: 'query', query };
    const run = await flows.run({ input, nodes: [filtered('a')] });
    expect(nodesOf(run).map(({ rows }) => rows)).toEqual([null, 2, 2]);
  });

  it('keeps the order that a query asks for, so it computes nothing over it', async () => {
    const input = { mode: 'query', query: `SELECT * FROM ${table} ORDER BY id DESC` };
    const run = await flows.run({ input, nodes: [summed('amount')] });
    expect(nodesOf(run).every((node) => node.pushed_down === undefined)).toBe(true);
  });
});

describe('the indexes of a table', () => {
  it.each([
    ['an integer', 'id == 77'],
    ['a range of integers', 'id > 19990'],
    ['a time', "at < '2024-01-01T00:05:00'"],
    ['a text', "code == 'c77'"],
    ['texts', "code in ('c77', 'c78')"],
    ['many texts', "code in ('1', '2', '3', '4', '5', '6', '7', '8', '9', 'c77')"],
  ])('serve a filter by %s', async (_what, expression) => {
    await flows.query(`CREATE TABLE IF NOT EXISTS indexed AS
      SELECT i::bigint AS id, 'c' || i AS code, '2024-01-01'::timestamp + i * interval '1 minute' AS at
      FROM generate_series(1, 20000) AS s(i)`);
    for (const column of ['id', 'code', 'at']) {
      await flows.query(`CREATE INDEX IF NOT EXISTS indexed_${column} ON indexed (${column})`);
    }
    await flows.query('ANALYZE indexed');
    const nodes: [string, JsonObject][] = [['filterExpression', { expression }]];
    const run = await flows.run({ input: { table: 'indexed' }, nodes });
    const { rows, statement } = nodesOf(run)[1] ?? {};
    expect(rows).toBeGreaterThan(0);
    expect(await flows.planOf(statement ?? '')).toContain('indexed_');
  });
});

describe.each(ENGINES)('a number beyond its range in the database, on %s', (engine) => {
  it('is the failure that the engine explains for a sum of integers', async () => {
    await flows.query(`CREATE TABLE big_${engine} AS
      SELECT 'a' AS shop, 9223372036854775807::bigint AS id FROM generate_series(1, 2)`);
    const flow = { input: { table: `big_${engine}` }, nodes: [summed('id')], engine };
    const { result } = await flows.run(flow);
    expect(result.errorMessage).toMatch(/^groupByAggregate \(node1\): An integer is beyond/);
    expect(result.nodeResults?.map(({ status }) => status)).toEqual([
      'success',
      'failed',
      'skipped',
    ]);
    expect(result.nodeResults?.[0]?.rows).toBe(2);
  });

  it('is an infinity for a sum of floats', async () => {
    const run = await flows.run({ input: { table }, nodes: [summed('amount')], engine });
    expect(run.result.errorMessage).toBeNull();
    expect(run.table?.rows).toContainEqual(['a', Infinity]);
    expect(nodesOf(run).every((node) => node.pushed_down === undefined)).toBe(true);
  });
});

describe('the conditions of a query and of a view', () => {
  beforeAll(async () => {
    await flows.query(`CREATE TABLE texts AS
      SELECT * FROM (VALUES ('7', 'digits'), ('x', 'letters'), ('9', 'digits')) AS t(value, kind)`);
  });

  it('are evaluated before the filters of the flow, so that no cast fails', async () => {
    // PostgreSQL evaluates the cheaper condition first, and this one costs more than the cast.
    const isNumber = [1, 2, 3, 4, 5, 6].map((digits) => `value ~ '^[0-9]{${digits}}$'`);
    const query = `SELECT value::int AS value, kind FROM texts WHERE ${isNumber.join(' OR ')}`;
    const node: [string, JsonObject] = ['filterRows', { column: 'value', operator: '>', value: 7 }];
    await flows.query(`CREATE VIEW numbers AS ${query}`);
    for (const input of [{ mode: 'query', query }, { table: 'numbers' }]) {
      const run = await flows.run({ input, nodes: [node] });
      expect(run.result.errorMessage).toBeNull();
      expect(run.table?.rows).toEqual([[9n, 'digits']]);
      expect(nodesOf(run)[1]?.pushed_down).toBe(true);
    }
  });

  it('fail as without the filters of the flow', async () => {
    const query = "SELECT kind, 1 / (value = '7')::int AS x FROM texts WHERE value ~ '^[0-9]+$'";
    for (const pushdown of [true, false]) {
      const nodes = [filteredKind('letters')];
      const { result } = await flows.run({ input: { mode: 'query', query }, nodes, pushdown });
      expect(result.errorMessage).toMatch(/division by zero/);
    }
  });
});

describe('a database that fails', () => {
  it('is named with the node that reads it', async () => {
    const input = { mode: 'query', query: `SELECT 1 / (id - 1) AS x, shop FROM ${table}` };
    const { result } = await flows.run({ input, nodes: [filtered('a')] });
    expect(result.errorMessage).toMatch(/^sqlInput \(read\): The connection .*division by zero/);
    expect(result.nodeResults?.map(({ status }) => status)).toEqual([
      'failed',
      'skipped',
      'skipped',
    ]);
  });
});
