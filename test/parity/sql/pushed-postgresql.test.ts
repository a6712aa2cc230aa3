import type { JsonObject } from '../../../runner/domain/json.ts';
import type { NodeResult } from '../../../runner/domain/run-result.ts';
import { startPostgresql, type PostgresqlRig } from '../../support/database-rigs/postgresql-rig.ts';
import { DatabaseFlows, type DatabaseRun } from '../../support/database-flows.ts';
import { table as tableOf } from '../parity-case.ts';

let rig: PostgresqlRig;
let flows: DatabaseFlows;
let table: string;

beforeAll(async () => {
  rig = await startPostgresql();
  flows = await DatabaseFlows.open(rig);
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
describe('the indexes of a table', () => {
  it.each([
    ['an integer', 'id == 77'],
    ['a range of integers', 'id > 19990'],
    ['a time', "at < '2024-01-01T00:05:00'"],
    ['a text', "code == 'c77'"],
    ['texts', "code in ('c77', 'c78')"],
    ['many texts', "code in ('1', '2', '3', '4', '5', '6', '7', '8', '9', 'c77')"],
  ])('serve a filter by %s', async (_what, expression) => {
    await rig.execute(`CREATE TABLE IF NOT EXISTS indexed AS
      SELECT i::bigint AS id, 'c' || i AS code, '2024-01-01'::timestamp + i * interval '1 minute' AS at
      FROM generate_series(1, 20000) AS s(i)`);
    for (const column of ['id', 'code', 'at']) {
      await rig.execute(`CREATE INDEX IF NOT EXISTS indexed_${column} ON indexed (${column})`);
    }
    await rig.execute('ANALYZE indexed');
    const nodes: [string, JsonObject][] = [['filterExpression', { expression }]];
    const run = await flows.run({ input: { table: 'indexed' }, nodes });
    const { rows, statement } = nodesOf(run)[1] ?? {};
    expect(rows).toBeGreaterThan(0);
    expect(await rig.planOf(statement ?? '')).toContain('indexed_');
  });
});

describe('the conditions of a query and of a view', () => {
  beforeAll(async () => {
    await rig.execute(`CREATE TABLE texts AS
      SELECT * FROM (VALUES ('7', 'digits'), ('x', 'letters'), ('9', 'digits')) AS t(value, kind)`);
  });

  it('are evaluated before the filters of the flow, so that no cast fails', async () => {
    // PostgreSQL evaluates the cheaper condition first, and this one costs more than the cast.
    const isNumber = [1, 2, 3, 4, 5, 6].map((digits) => `value ~ '^[0-9]{${digits}}$'`);
    const query = `SELECT value::int AS value, kind FROM texts WHERE ${isNumber.join(' OR ')}`;
    const node: [string, JsonObject] = ['filterRows', { column: 'value', operator: '>', value: 7 }];
    await rig.execute(`CREATE VIEW numbers AS ${query}`);
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
