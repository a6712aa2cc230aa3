import type { JsonObject } from '../../../runner/domain/json.ts';
import { startDuckdb, type DuckdbRig } from '../../support/database-rigs/duckdb-rig.ts';
import { DatabaseFlows } from '../../support/database-flows.ts';

let rig: DuckdbRig;
let flows: DatabaseFlows;

beforeAll(async () => {
  rig = await startDuckdb();
  flows = await DatabaseFlows.open(rig);
});
afterAll(async () => {
  await flows.close();
});

const filtered = (
  column: string,
  operator: string,
  value: string | number,
): [string, JsonObject] => ['filterRows', { column, operator, value }];

describe('the nodes that DuckDB computes', () => {
  it('distinguish letter case where the collation of a column does not', async () => {
    await rig.execute(`CREATE TABLE cased AS
      SELECT * FROM (VALUES ('a'), ('A')) AS t(word)`);
    await rig.execute('ALTER TABLE cased ALTER word TYPE VARCHAR COLLATE NOCASE');
    const run = await flows.run({
      input: { table: 'cased' },
      nodes: [filtered('word', '==', 'A')],
    });
    expect(run.result.nodeResults?.[1]?.pushed_down).toBe(true);
    expect(run.table?.rows).toEqual([['A']]);
  });

  it('leave the conditions of a query and of a view before their own', async () => {
    await rig.execute(`CREATE TABLE texts AS
      SELECT * FROM (VALUES ('7', 'digits'), ('x', 'letters'), ('9', 'digits')) AS t(value, kind)`);
    const query = "SELECT value::INTEGER AS value, kind FROM texts WHERE kind = 'digits'";
    await rig.execute(`CREATE VIEW numbers AS ${query}`);
    for (const input of [{ mode: 'query', query }, { table: 'numbers' }]) {
      const run = await flows.run({ input, nodes: [filtered('value', '>', 7)] });
      expect(run.result.errorMessage).toBeNull();
      expect(run.result.nodeResults?.[1]?.pushed_down).toBe(true);
      expect(run.table?.rows).toEqual([[9n, 'digits']]);
    }
  });

  it('are none where the type of a column depends on its values', async () => {
    await rig.execute('CREATE TABLE wide AS SELECT 5::HUGEINT AS n');
    const run = await flows.run({ input: { table: 'wide' }, nodes: [filtered('n', '>', 1)] });
    expect(run.table?.rows).toEqual([[5n]]);
    expect(run.result.nodeResults?.every(({ pushed_down }) => pushed_down !== true)).toBe(true);
  });
});
