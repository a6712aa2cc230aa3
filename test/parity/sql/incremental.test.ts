import { ENGINES } from '../../../runner/domain/engine.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import type { Watermark } from '../../../runner/domain/watermark.ts';
import { PUSHDOWN_RIGS } from '../../support/database-rigs/index.ts';
import { DatabaseFlows } from '../../support/database-flows.ts';
import type { DriverRig } from '../../support/sql-driver-contract.ts';

/** A column, its watermark, and its greatest value. */
const COLUMNS = [
  ['n', 'integer', '1', '9007199254740993'],
  ['day', 'date', '2026-01-01', '2026-01-04'],
  ['moment', 'datetime', '2026-01-01 00:00:00.000001', '2026-01-01 00:00:00.000004'],
  ['word', 'string', "a'\\", 'd'],
] as const;

const NODES: readonly (readonly [string, JsonObject])[] = [
  ['filterRows', { column: 'kind', operator: '!=', value: 'none' }],
  ['groupByAggregate', { group_by: ['kind'], aggregations: { n: ['max'] } }],
];

describe.each(PUSHDOWN_RIGS)('an incremental read of $name', ({ name, start }) => {
  let rig: DriverRig;
  let flows: DatabaseFlows;

  beforeAll(async () => {
    rig = await start();
    flows = await DatabaseFlows.open(rig);
    await rig.execute(
      'CREATE TABLE marked (n BIGINT, day DATE, moment TIMESTAMP(6), word VARCHAR(9), kind VARCHAR(9))',
    );
    await rig.execute(`INSERT INTO marked VALUES
      (1, '2026-01-01', '2026-01-01 00:00:00.000001', 'a''\\', 'old'),
      (2, '2026-01-02', '2026-01-01 00:00:00.000002', 'b', 'new'),
      (3, '2026-01-03', '2026-01-01 00:00:00.000003', 'c', 'none'),
      (9007199254740993, '2026-01-04', '2026-01-01 00:00:00.000004', 'd', 'new'),
      (NULL, NULL, NULL, NULL, 'unknown')`);
  });

  afterAll(async () => {
    await flows.close();
  });

  describe.each(ENGINES)('by %s', (engine) => {
    it.each(COLUMNS)(
      'of the column %s has the same rows and the same watermark with and without pushdown',
      async (column, declared, value, greatest) => {
        // A datetime of SQLite is the text that it is stored as.
        const type = name === 'SQLite' && declared !== 'integer' ? 'string' : declared;
        const table = { schema: null, table: 'marked' };
        const key = { nodeId: 'read', connectionId: 'db', table, column };
        const watermarks: readonly Watermark[] = [{ ...key, type, value }];
        const input = { table: 'marked', incremental_column: column };
        for (const pushdown of [true, false]) {
          const run = await flows.run({ input, nodes: NODES, engine, pushdown, watermarks });
          expect(run.result.errorMessage).toBeNull();
          const computed = run.result.nodeResults?.map(({ pushed_down: is }) => is === true);
          expect(computed).toEqual([pushdown, pushdown, pushdown, false]);
          expect(run.table?.rows).toEqual([['new', 9007199254740993n]]);
          expect(run.result.nodeResults?.[0]?.warnings).toEqual([
            `Column "${column}" has nulls. An incremental read never reads these rows.`,
          ]);
          expect(run.result.watermarks).toEqual([{ ...key, type, value: greatest, before: value }]);
        }
      },
    );
  });
});
