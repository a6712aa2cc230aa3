import { ENGINES } from '../../../runner/domain/engine.ts';
import { DatabaseFlows } from '../../support/database-flows.ts';
import { startDuckdb } from '../../support/database-rigs/duckdb-rig.ts';
import { startPostgresql } from '../../support/database-rigs/postgresql-rig.ts';
import { startSqlite } from '../../support/database-rigs/sqlite-rig.ts';
import { createMariadb } from '../../support/mariadb.ts';
import type { DriverRig } from '../../support/sql-driver-contract.ts';

interface DecimalRig {
  readonly name: string;
  readonly start: () => Promise<DriverRig> | DriverRig;
  /** Columns `id`, `amount` and `part`; the last has no value that a float rounds. */
  readonly tables: readonly string[];
}

const ROWS = `(12345678901234567891, 1.0000000000000001, 0.1), (12345678901234567892, 2, 1234567890123.5)`;

/** A number that is an infinity as a float. PostgreSQL would fail to cast it. */
const FAR = '1e400';

const RIGS: readonly DecimalRig[] = [
  {
    name: 'PostgreSQL',
    start: startPostgresql,
    tables: [
      'CREATE TABLE declared (id numeric(20, 0), amount numeric(38, 16), part numeric(20, 6))',
      `INSERT INTO declared VALUES ${ROWS}`,
      'CREATE TABLE free (id numeric, amount numeric(38, 16), part numeric)',
      `INSERT INTO free VALUES ${ROWS}, (NULL, NULL, 1::numeric / 3)`,
      'CREATE TABLE many (id numeric(30, 10), amount numeric(38, 16), part numeric(20, 6))',
      'INSERT INTO many SELECT n + 0.5, n, n FROM generate_series(1, 20000) AS s(n)',
      `INSERT INTO many VALUES ${ROWS}`,
      'CREATE TABLE far (id numeric, amount numeric, part numeric)',
      `INSERT INTO far VALUES (${FAR}, 1e-400, 1)`,
    ],
  },
  {
    name: 'MariaDB',
    start: createMariadb,
    tables: [
      'CREATE TABLE declared (id DECIMAL(20, 0), amount DECIMAL(38, 16), part DECIMAL(20, 6))',
      `INSERT INTO declared VALUES ${ROWS}`,
    ],
  },
  {
    name: 'DuckDB',
    start: startDuckdb,
    tables: [
      'CREATE TABLE declared (id DECIMAL(20, 0), amount DECIMAL(38, 16), part DECIMAL(20, 6))',
      `INSERT INTO declared VALUES ${ROWS}`,
    ],
  },
  {
    name: 'SQLite',
    start: startSqlite,
    tables: [
      'CREATE TABLE declared (id NUMERIC, amount ANY, part NUMERIC)',
      'INSERT INTO declared VALUES (9007199254740993, 1, 1), (0.5, 9007199254740993, 2.5), (9007199254740995, 0.5, 9007199254740992)',
    ],
  },
];

const DECLARED_EXAMPLES = ['1234567890', '1.0000000'] as const;
const FAR_EXAMPLES = ['1000000000', '0.0000000'] as const;
const EXAMPLES: Readonly<Record<string, readonly [id: string, amount: string]>> = {
  SQLite: ['900719925474099', '900719925474099'],
};

const warning = (column: string, example: string): unknown =>
  expect.stringContaining(`Column "${column}" has decimals that a float rounds: ${example}`);

describe.each(RIGS)('decimals of $name that a float rounds', ({ name, start, tables }) => {
  let flows: DatabaseFlows;

  beforeAll(async () => {
    const rig = await start();
    flows = await DatabaseFlows.open(rig);
    for (const statement of tables) await rig.execute(statement);
  });
  afterAll(async () => {
    await flows.close();
  });

  const names = tables.flatMap((text) => /^CREATE TABLE (\w+)/.exec(text)?.[1] ?? []);
  const cases = ENGINES.flatMap((engine) =>
    names.flatMap((table) => [
      { engine, table, pushdown: true },
      { engine, table, pushdown: false },
    ]),
  );

  it.each(cases)(
    'are a warning that names the column and the cure: $table on $engine, pushdown $pushdown',
    async ({ engine, table, pushdown }) => {
      const count = { aggregations: { part: 'count' } };
      const { result } = await flows.run({
        engine,
        pushdown,
        input: { table },
        nodes: [['groupByAggregate', { group_by: ['id'], ...count }]],
      });
      expect(result.errorMessage).toBeNull();
      const [read] = result.nodeResults ?? [];
      const [id, amount] = table === 'far' ? FAR_EXAMPLES : (EXAMPLES[name] ?? DECLARED_EXAMPLES);
      expect(read?.warnings).toEqual([warning('id', id), warning('amount', amount)]);
      expect(read?.warnings?.[0]).toContain('Cast the column to text in a query');
    },
  );
});
