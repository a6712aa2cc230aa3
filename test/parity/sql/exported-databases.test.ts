import { ENGINES } from '../../../runner/domain/engine.ts';
import type { FlowParameter } from '../../../runner/domain/graph.ts';
import { DatabaseFlows, type DatabaseFlow } from '../../support/database-flows.ts';
import { startDuckdb } from '../../support/database-rigs/duckdb-rig.ts';
import { startPostgresql } from '../../support/database-rigs/postgresql-rig.ts';
import { startSqlite } from '../../support/database-rigs/sqlite-rig.ts';
import { createMariadb, type MariadbRig } from '../../support/mariadb.ts';
import type { DriverRig } from '../../support/sql-driver-contract.ts';
import { SqlJob } from '../../support/sql-job.ts';
import { difference } from '../difference.ts';
import { nasty } from '../nasty-table.ts';
import { parityPython } from '../parity-python.ts';
import { sortedRows } from '../row-order.ts';
import { ruffProblems, ruffPython } from '../ruff.ts';
import { exportDatabaseFlow, runDatabaseScripts } from './database-scripts.ts';

const python = await parityPython();
const ruff = await ruffPython();

interface ScriptRig {
  readonly name: string;
  readonly start: () => Promise<DriverRig> | DriverRig;
  readonly urlOf: (fields: DriverRig['fields']) => string;
  /** A table `kinds` with a column of each kind that the database has. */
  readonly kinds: string;
  readonly storesInfinity: boolean;
}

/** The values of a query of which one is a text that looks like SQL. */
const PARAMETERS: readonly FlowParameter[] = [
  { name: 'least', type: 'integer', default: 2 },
  { name: 'word', type: 'string', default: "x' OR ':least" },
];

const RIGS: readonly ScriptRig[] = [
  {
    name: 'PostgreSQL',
    start: startPostgresql,
    urlOf: ({ host, port, database, username }) =>
      host?.startsWith('/') === true
        ? `postgresql+pg8000://${username}@/${database}?unix_sock=${encodeURIComponent(`${host}/.s.PGSQL.${port}`)}`
        : `postgresql+pg8000://${username}@${host}:${port}/${database}`,
    kinds: `CREATE TABLE kinds (id int, small smallint, exact numeric(18, 0), price numeric(20, 3),
        part real, ok boolean, day date, at timestamp, moment timestamptz, clock time,
        lasts interval, code uuid, doc jsonb, name varchar(9), blanks char(4), plain json, ip inet,
        net cidr, mac macaddr, bytes bytea, tags text[], "pair 50%" point, bits bit(3));
      INSERT INTO kinds VALUES
        (1, 2, 900719925474099312, 1.005, 0.1, true, '2024-02-29', '2024-02-29 13:30:05.25',
         '2024-02-29 13:30:05+02', '13:30:05.25', '1 day 00:00:01.5',
         '7f3f5b9e-6f6d-4b43-9d0c-1f1b2a3c4d5e',
         '{"b": 1.10, "a": [12345678901234567890, 1e400, "é"]}', 'é', 'a', '{"b":1.10,  "b": 2}',
         '10.0.0.1/8', '10.0.0.0/8', '08:00:2b:01:02:03', '\\xab00', '{a,NULL,"b c"}', '(1,2.5)', b'101'),
        (2, NULL, NULL, 'NaN', 'NaN', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
         NULL, NULL)`,
    storesInfinity: true,
  },
  {
    name: 'SQLite',
    start: startSqlite,
    urlOf: ({ database }) => `sqlite:///${database}`,
    kinds: `CREATE TABLE kinds (id INTEGER, ok BOOLEAN, day DATE, at TIMESTAMP, name TEXT, "a.b" REAL, any);
      INSERT INTO kinds VALUES
        (9007199254740993, 1, '2024-02-29', '2024-02-29 13:30:05.25', 'é', 0.1, 1),
        (2, NULL, NULL, NULL, NULL, NULL, 'x'), (3, 0, '2024-03-01', '2024-03-01T00:00', '', -0.0, 2)`,
    storesInfinity: true,
  },
  {
    name: 'DuckDB',
    start: startDuckdb,
    urlOf: ({ database }) => database ?? '',
    kinds: `CREATE TYPE mood AS ENUM ('good', 'bad');
      CREATE TABLE kinds (id INTEGER, small UTINYINT, wide HUGEINT, beyond UBIGINT, huge BIGNUM,
        exact DECIMAL(18, 0), price DECIMAL(20, 3), part FLOAT, whole DOUBLE, ok BOOLEAN, day DATE,
        "at" TIMESTAMP, nanos TIMESTAMP_NS, moment TIMESTAMPTZ, clock TIME, lasts INTERVAL, code UUID,
        doc JSON, tags VARCHAR[], pair STRUCT(a INTEGER, "é" VARCHAR), pairs MAP(VARCHAR, INTEGER),
        bytes BLOB, mood mood, name VARCHAR, "a.b" INTEGER[2], "say ""hi""" BOOLEAN);
      INSERT INTO kinds VALUES
        (1, 255, 9007199254740993, 18446744073709551615, '123456789012345678901234567890',
         900719925474099312, 1.005, 0.1, '-inf', true, '2024-02-29', '2024-02-29 13:30:05.25',
         '2024-02-29 13:30:05.123456789', '2024-02-29 13:30:05+02', '13:30:05.25',
         INTERVAL '1 year 1 day 1.5 seconds', '7f3f5b9e-6f6d-4b43-9d0c-1f1b2a3c4d5e',
         '{"a": [1, "é"]}', ['a', NULL, 'é"'], {'a': 1, 'é': 'x'}, MAP {'k': 1}, '\\xAB\\x00', 'bad',
         'é', [1, NULL], false);
      INSERT INTO kinds (id, whole, part) VALUES (2, 'nan', 'nan')`,
    storesInfinity: true,
  },
  {
    name: 'MariaDB',
    start: createMariadb,
    urlOf: ({ host, port, database, username }) =>
      `mysql+pymysql://${username}@${host}:${port}/${database}`,
    kinds: `CREATE TABLE kinds (id INT, ok BOOLEAN, tiny TINYINT, bits BIT(9), exact DECIMAL(18, 0),
        price DECIMAL(20, 3), day DATE, at DATETIME(6), moment TIMESTAMP(3) NULL, name VARCHAR(9), none DATE,
        noon DATETIME)
      AS SELECT 1 AS id, true AS ok, 2 AS tiny, b'100000001' AS bits, 900719925474099312 AS exact,
        1.005 AS price, '2024-02-29' AS day, '2024-02-29 13:30:05.25' AS at,
        '2024-02-29 13:30:05.5' AS moment, 'é' AS name,
        '0000-00-00' AS none, '2024-00-10 12:00:00' AS noon
      UNION ALL SELECT 2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL`,
    storesInfinity: false,
  },
];

describe.each(RIGS)('the exported scripts of a flow on $name', (each) => {
  let rig: DriverRig;
  let flows: DatabaseFlows;
  let url: string;
  let table: string;

  beforeAll(async () => {
    rig = await each.start();
    url = each.urlOf(rig.fields);
    flows = await DatabaseFlows.open(rig);
    table = await flows.store(each.storesInfinity ? nasty : finite(nasty));
    await rig.execute(each.kinds);
  });
  afterAll(async () => {
    await flows.close();
  });

  async function compare(
    flow: DatabaseFlow,
    parameters: readonly FlowParameter[] = [],
  ): Promise<void> {
    const values = Object.fromEntries(
      parameters.map(({ name, default: value }) => [name, value ?? null]),
    );
    const runs = [];
    for (const engine of ENGINES)
      runs.push(await flows.run({ ...flow, engine, parameters: values }));
    expect(runs.map(({ result }) => result.errorMessage)).toEqual([null, null]);
    const exported = exportDatabaseFlow(flows, flow, runs[0]!.result, parameters);
    const { code, polars, polars_lazy: lazy } = exported;
    if (ruff !== null) {
      const scripts = new Map(Object.entries({ code, polars, lazy }));
      expect(await ruffProblems(ruff, scripts)).toBe('');
    }
    if (python === null) return;
    for (const [script, outcome] of await runDatabaseScripts(exported, { python, url })) {
      if (outcome === null || 'error' in outcome) {
        throw new Error(`${script}: ${outcome?.error}\n${exported[script]}`);
      }
      for (const { table: expected } of runs) {
        const found = difference(sortedRows(outcome), sortedRows(expected!));
        expect([script, found]).toEqual([script, null]);
      }
    }
  }

  it('read a table with unusual names and values as both engines do', async () => {
    await compare({ input: { table }, nodes: [] });
  });

  it('read every kind of column with the types of a run', async () => {
    await compare({ input: { table: 'kinds' }, nodes: [] });
  });

  it('compute nodes above a query whose values are bound', async () => {
    const query = `SELECT id, n, ':least %s 10%' AS note,\n  'a:b' AS colon FROM ${table} WHERE id >= {{ least }} AND {{ word }} <> 'x';`;
    await compare(
      {
        input: { mode: 'query', query },
        nodes: [
          ['filterExpression', { expression: 'id < 9' }],
          ['calculatedColumn', { column_name: 'next', expression: 'id + 1' }],
        ],
      },
      PARAMETERS,
    );
  });

  it('bind parameters whose names differ in case only, and whole numbers as a run does', async () => {
    const product = each.name === 'DuckDB' ? '{{ Least }} * 2000000000' : '2000000000';
    const query = `SELECT id, ${product} AS product FROM ${table} WHERE id >= {{ least }} AND id < {{ Least }}`;
    await compare({ input: { mode: 'query', query }, nodes: [] }, [
      { name: 'least', type: 'integer', default: 2 },
      { name: 'Least', type: 'integer', default: 5 },
      { name: 'least_2', type: 'integer', default: 3 },
    ]);
  });
});

/** MariaDB stores neither infinities nor dates before the year 1000. */
function finite(table: typeof nasty): typeof nasty {
  return {
    ...table,
    rows: table.rows.filter((row) => !row.includes(Infinity) && !row.includes(-Infinity)),
  };
}

/** Names that need quotes, and would be parameters without them. */
const SOURCE = 'Source items';
const TARGET = 'Ziel :a 50%s "ä"';

describe.each(RIGS)('the exported scripts that write to $name', (each) => {
  let flows: DatabaseFlows;
  let job: SqlJob;
  let url: string;

  beforeAll(async () => {
    const rig = await each.start();
    url = each.urlOf(rig.fields);
    flows = await DatabaseFlows.open(rig);
    job = new SqlJob(rig.fields);
    await job.put({
      table: SOURCE,
      columns: ['id:integer', 'name:string', 'x:float', 'ok:boolean', 'at:datetime'],
      rows: [
        ['1', 'é', '0.1', 'true', '2024-02-29T13:30:05.25'],
        ['9007199254740993', null, null, null, null],
      ],
    });
  });
  afterAll(async () => {
    await flows.close();
  });

  const OLD = {
    columns: ['id:integer', 'name:string', 'x:float', 'ok:boolean', 'at:datetime'],
  } as const;

  async function old(table: string): Promise<void> {
    await job.put({
      ...OLD,
      table,
      mode: 'upsert',
      keys: ['id'],
      rows: [
        ['1', 'old', null, null, null],
        ['5', 'old', null, null, null],
      ],
    });
  }

  it.each(['replace', 'append', 'upsert', 'fail'] as const)(
    '%s rows as a run does, or change nothing',
    async (mode) => {
      const config = {
        connection_id: 'db',
        table: TARGET,
        if_exists: mode,
        ...(mode === 'upsert' ? { keys: ['id'] } : {}),
      };
      const rows: [string, object][] =
        mode === 'append' ? [['filterExpression', { expression: 'id > 1' }]] : [];
      const flow = {
        input: { table: SOURCE },
        nodes: rows as never,
        output: ['sqlOutput', config] as const,
      };
      const reset = async (): Promise<void> => {
        await job.put({ ...OLD, table: TARGET, rows: [] });
        await flows.drop(TARGET);
        await old(TARGET);
      };
      await reset();
      const { result } = await flows.run(flow);
      expect(result.errorMessage === null).toBe(mode !== 'fail');
      const expected = await job.readTable(TARGET);
      await reset();
      const exported = exportDatabaseFlow(flows, flow, result);
      if (ruff !== null) {
        const { code, polars, polars_lazy: lazy } = exported;
        expect(await ruffProblems(ruff, new Map(Object.entries({ code, polars, lazy })))).toBe('');
      }
      if (python === null) return;
      const found: unknown[] = [];
      const outcomes = await runDatabaseScripts(exported, { python, url }, async () => {
        found.push(byText(await job.readTable(TARGET)));
        await reset();
      });
      for (const [script, outcome] of outcomes) {
        expect([script, outcome]).toEqual([
          script,
          mode === 'fail'
            ? { error: expect.stringMatching(/exists already|already exists/) }
            : null,
        ]);
      }
      expect(found).toEqual([byText(expected), byText(expected), byText(expected)]);
    },
  );

  it('leave the table as it was when a row is rejected', async () => {
    await old('kept');
    const before = await job.readTable('kept');
    const config = { connection_id: 'db', table: 'kept', if_exists: 'replace' };
    const flow = {
      input: { table: SOURCE },
      nodes: [],
      output: ['sqlOutput', config] as const,
    };
    const { result } = await flows.run({
      ...flow,
      output: ['sqlOutput', { ...config, table: 'other' }],
    });
    const exported = exportDatabaseFlow(flows, flow, result);
    const broken = Object.fromEntries(
      Object.entries(exported).map(([key, code]) => [
        key,
        code
          ?.replace('write_rows(\n', 'write_rows(')
          .replace(/,\s+rows,\s+target,/, ', [*rows, {"id": object()}], target,')
          .replace(' SELECT "id"', ' SELECT CAST("name" AS INTEGER)') ?? null,
      ]),
    ) as never;
    if (python === null) return;
    const outcomes = await runDatabaseScripts(broken, { python, url });
    for (const outcome of outcomes.values())
      expect(outcome).toEqual({ error: expect.stringMatching(/object|not convert/) });
    expect(await job.readTable('kept')).toEqual(before);
  });
});

function byText(table: { readonly rows: readonly unknown[]; readonly columns: unknown }): unknown {
  return { columns: table.columns, rows: table.rows.map((row) => JSON.stringify(row)).sort() };
}

const PARENT = 'CREATE TABLE parents (id INT PRIMARY KEY)';
const CHILD = 'CREATE TABLE children (id INT REFERENCES parents (id))';

describe('the exported scripts that write to MariaDB', () => {
  let rig: MariadbRig;
  let flows: DatabaseFlows;
  let job: SqlJob;

  beforeAll(async () => {
    rig = await createMariadb();
    flows = await DatabaseFlows.open(rig);
    job = new SqlJob(rig.fields);
    await job.put({
      table: 'source',
      columns: ['id:string', '100% `a`:b:float'],
      rows: [
        ['a', '0.1'],
        ['A', null],
      ],
    });
  });
  afterAll(() => flows.close());

  /** The outcome of each script that writes the source to a table. */
  async function write(table: string, mode: string): Promise<readonly unknown[]> {
    const keys = mode === 'upsert' ? { keys: ['id'] } : {};
    const config = { connection_id: 'db', table, if_exists: mode, ...keys };
    const flow = {
      input: { table: 'source' },
      nodes: [],
      output: ['sqlOutput', config] as const,
    };
    const { result } = await flows.run({ input: flow.input, nodes: [] });
    const exported = exportDatabaseFlow(flows, flow, result);
    if (python === null) return [];
    const url = `mysql+pymysql://root@127.0.0.1:${rig.fields.port}/${rig.fields.database}`;
    return [...(await runDatabaseScripts(exported, { python, url })).values()];
  }

  const staged = (): Promise<readonly unknown[]> => rig.rows("SHOW TABLES LIKE 'millrace%'");

  it('make the table that a run makes', async () => {
    const config = { connection_id: 'db', table: 'by_run', if_exists: 'upsert', keys: ['id'] };
    const run = await flows.run({
      input: { table: 'source' },
      nodes: [],
      output: ['sqlOutput', config],
    });
    expect(run.result.errorMessage).toBeNull();
    const outcomes = await write('by_script', 'upsert');
    if (python === null) return;
    expect(outcomes).toEqual([null, null, null]);
    const definition = async (table: string): Promise<string> => {
      const [[, text] = []] = await rig.rows(`SHOW CREATE TABLE \`${table}\``);
      return String(text).replace(`\`${table}\``, '');
    };
    expect(await definition('by_script')).toBe(await definition('by_run'));
    expect((await job.readTable('by_script')).rows).toEqual((await job.readTable('by_run')).rows);
    expect(await staged()).toEqual([]);
  });

  it.each([
    ['a view', 'replace', 'CREATE VIEW v AS SELECT * FROM source', 'v', 'It is a view'],
    ['a parent', 'replace', `${PARENT}; ${CHILD}`, 'parents', 'Foreign keys refer to it'],
    ['no transactions', 'append', 'CREATE TABLE plain (id INT) ENGINE=MyISAM', 'plain', 'no tran'],
    ['no unique index', 'upsert', 'CREATE TABLE loose (id VARCHAR(9))', 'loose', 'no unique index'],
  ])('reject a table that is or has %s, by the mode %s', async (_what, mode, setup, table, why) => {
    for (const statement of setup.split('; ')) await rig.execute(statement);
    for (const outcome of await write(table, mode)) {
      expect(outcome).toEqual({ error: expect.stringContaining(why) });
    }
    expect(await staged()).toEqual([]);
  });
});
