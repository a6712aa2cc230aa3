import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { startDuckdb, type DuckdbRig } from '../../../../test/support/database-rigs/duckdb-rig.ts';
import { describeSqlDriver } from '../../../../test/support/sql-driver-contract.ts';
import { SqlJob } from '../../../../test/support/sql-job.ts';
import { quotedIdentifier } from '../../sql/identifier.ts';

describeSqlDriver('DuckDB', startDuckdb, {
  quoted: quotedIdentifier,
  series: (count) => `SELECT range + 1 AS n FROM range(${count})`,
});

let rig: DuckdbRig;
let job: SqlJob;

beforeEach(async () => {
  rig = await startDuckdb();
  job = new SqlJob(rig.fields);
});

afterEach(async () => {
  await rig.close();
});

describe('reading types of DuckDB', () => {
  it.each([
    ['9223372036854775807::HUGEINT', 'integer', '9223372036854775807'],
    [
      '170141183460469231731687303715884105727',
      'string',
      '170141183460469231731687303715884105727',
    ],
    ["'-9223372036854775808'::BIGNUM", 'integer', '-9223372036854775808'],
    ["'123456789012345678901234567890'::BIGNUM", 'string', '123456789012345678901234567890'],
    ['18446744073709551615::UBIGINT', 'string', '18446744073709551615'],
    ['255::UTINYINT', 'integer', '255'],
    ['sum(1)', 'integer', '1'],
    ['12345678901234.56789::DECIMAL(38, 5)', 'float', '12345678901234.568'],
    ['123456789012345678::DECIMAL(18, 0)', 'integer', '123456789012345678'],
    ['0.1::FLOAT', 'float', '0.1'],
    ["'nan'::DOUBLE", 'float', null],
    ["'-inf'::DOUBLE", 'float', '-Infinity'],
    ['true', 'boolean', 'true'],
    ["TIMESTAMP '2024-02-29 10:30:00.123456'", 'datetime', '1709202600123456'],
    ["TIMESTAMP_S '2024-02-29 10:30:00'", 'datetime', '1709202600000000'],
    ["TIMESTAMP_MS '2024-02-29 10:30:00.123'", 'datetime', '1709202600123000'],
    ["TIMESTAMP_NS '2024-02-29 10:30:00.123456789'", 'datetime', '1709202600123456'],
    ["TIMESTAMPTZ '2024-02-29 10:30:00+02'", 'datetime', '1709195400000000'],
    ["DATE '2024-02-29'", 'datetime', '1709164800000000'],
    ["TIME '10:30:00.5'", 'string', '10:30:00.5'],
    ["INTERVAL '1 day 90 seconds'", 'float', '86490'],
    ["'\\xAA\\x00'::BLOB", 'string', 'aa00'],
    ['[1, NULL, 3]', 'string', '[1,null,3]'],
    ["{'a': 1, 'b': [true]}", 'string', '{"a":1,"b":[true]}'],
    ["MAP {'k': 1.5}", 'string', '{"k":1.5}'],
    ["'b'::ENUM('a', 'b')", 'string', 'b'],
    [
      "'00000000-0000-0000-0000-00000000000A'::UUID",
      'string',
      '00000000-0000-0000-0000-00000000000a',
    ],
    [`'{"a":1}'::JSON`, 'string', '{"a":1}'],
    ["'101'::BIT", 'string', '101'],
  ])('reads %s as %s', async (cell, type, value) => {
    const read = await job.query(`SELECT ${cell} AS v`);
    expect(read).toMatchObject({ columns: [{ name: 'v', type }], rows: [[value]] });
    const empty = await job.query(`SELECT CASE WHEN false THEN ${cell} END AS v`);
    expect(empty.rows).toEqual([[null]]);
  });

  it('reads all integers of a column as text when one needs more than 64 bits', async () => {
    const read = await job.query(
      'SELECT * FROM (VALUES (1::HUGEINT, 1::HUGEINT), (NULL, 2), (1::HUGEINT << 70, 3)) AS t(v, w)',
    );
    expect(read.columns.map(({ type }) => type)).toEqual(['string', 'integer']);
    expect(read.rows).toEqual([
      ['1', '1'],
      [null, '2'],
      ['1180591620717411303424', '3'],
    ]);
  });

  it('warns of bytes, which are read as text', async () => {
    const { warnings } = await job.query("SELECT 'x'::BLOB AS v, 1 AS w");
    expect(warnings).toEqual(['Column "v" has bytes, which is read as text.']);
  });

  it.each([
    "TIMESTAMP 'infinity'",
    "DATE '-infinity'",
    "TIMESTAMPTZ 'infinity'",
    "DATE '20000-01-01'",
  ])('refuses %s, which is beyond the years 1 to 9999', async (cell) => {
    await expect(job.query(`SELECT ${cell} AS v`)).rejects.toThrow(
      'Column "v" holds dates beyond the years 1 to 9999.',
    );
  });

  it('keeps names that differ in letter case only', async () => {
    const read = await job.query('SELECT 1 AS a, 2 AS A, 3 AS "*"');
    expect(read.columns.map(({ name }) => name)).toEqual(['a', 'A', '*']);
    expect(read.rows).toEqual([['1', '2', '3']]);
  });
});

describe('a statement on DuckDB', () => {
  it.each([
    ['reads another file', (file: string) => `SELECT * FROM read_text('${file}')`],
    ['reads a table of another file', (file: string) => `SELECT * FROM '${file}'`],
    ['lists a folder', (file: string) => `SELECT * FROM glob('${path.dirname(file)}/*')`],
    ['writes a file', (file: string) => `COPY (SELECT 1) TO '${file}.new'`],
    ['attaches a database', (file: string) => `ATTACH '${file}.new' AS other`],
    ['loads an extension', () => 'LOAD httpfs'],
    ['changes the configuration', () => 'SET threads = 8'],
  ])('fails when it %s', async (_what, sql) => {
    const secret = path.join(path.dirname(rig.file), 'secret.csv');
    writeFileSync(secret, 'canary\n');
    const error: unknown = await job.query(sql(secret)).catch((reason: unknown) => reason);
    expect(String(error)).toMatch(/The connection "Own" \(DuckDB.*: /);
    expect(String(error)).not.toContain('canary');
    expect(existsSync(`${secret}.new`)).toBe(false);
  });

  it('has no settings that a query could change', async () => {
    const { rows } = await job.query(`SELECT current_setting('enable_external_access') AS a,
      current_setting('lock_configuration') AS b, current_setting('autoload_known_extensions') AS c,
      current_setting('threads') AS d`);
    expect(rows).toEqual([['false', 'true', 'false', '1']]);
  });
});

/** Another program, which executes statements and keeps the file open until it is killed. */
async function program(statements: readonly string[]): Promise<() => Promise<void>> {
  const library = createRequire(import.meta.url).resolve('@duckdb/node-api');
  const code = `
    const { DuckDBInstance } = require(${JSON.stringify(library)});
    (async () => {
      const connection = await (await DuckDBInstance.create(${JSON.stringify(rig.file)})).connect();
      for (const sql of ${JSON.stringify(statements)}) await connection.run(sql);
      console.log('ready');
      setInterval(() => connection, 1000);
    })();`;
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return async () => {
    if (child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  };
}

describe('a file of DuckDB that another program has open', () => {
  it('is waited for, and then refused by a sentence', async () => {
    const kill = await program(['CREATE TABLE t AS SELECT 1 AS v']);
    try {
      await expect(job.readTable('t')).rejects.toThrow(
        /"Own".*: another program uses the file, and did not finish in time/,
      );
      const late = job.readTable('t');
      await kill();
      expect((await late).rows).toEqual([['1']]);
    } finally {
      await kill();
    }
  }, 60_000);

  it('has the rows before the transaction of a program that was killed', async () => {
    await rig.execute('CREATE TABLE t AS SELECT range AS v FROM range(10)');
    const kill = await program([
      'BEGIN',
      'CREATE TABLE staged AS SELECT range AS v FROM range(1000000)',
      'DROP TABLE t',
      'ALTER TABLE staged RENAME TO t',
    ]);
    await kill();
    expect((await job.query('SELECT count(*) AS n FROM t')).rows).toEqual([['10']]);
    await job.put({ table: 't', mode: 'append', columns: ['v:integer'], rows: [['10']] });
    expect((await job.query('SELECT count(*) AS n FROM t')).rows).toEqual([['11']]);
  });
});

describe('writing to DuckDB', () => {
  it('creates a file in a folder that exists, only when it writes', async () => {
    const fresh = new SqlJob({ provider: 'duckdb', database: `${rig.file}.new` });
    await expect(fresh.readTable('t')).rejects.toThrow('the file does not exist');
    await fresh.put({ table: 't', columns: ['v:float'], rows: [['inf'], ['-0.0'], [null]] });
    expect((await fresh.readTable('t')).rows).toEqual([['Infinity'], ['0'], [null]]);
  });

  it('stores cells of several megabytes', async () => {
    const text = `"${'é\n'.repeat(2_000_000)}`;
    await job.put({
      table: 't',
      columns: ['a:string', 'b:integer'],
      rows: [
        [text, '1'],
        ['', null],
      ],
    });
    expect((await job.readTable('t')).rows).toEqual([
      [text, '1'],
      ['', null],
    ]);
  });

  it('names a file that is no database', async () => {
    writeFileSync(`${rig.file}.text`, 'no database '.repeat(1000));
    const other = new SqlJob({ provider: 'duckdb', database: `${rig.file}.text` });
    await expect(other.readTable('t')).rejects.toThrow('the file is no database of DuckDB');
  });

  it('writes to the schema that the output names', async () => {
    await rig.execute('CREATE SCHEMA other');
    await job.put({ table: 't', schema: 'other', columns: ['v:integer'], rows: [['1']] });
    expect((await job.query('SELECT v FROM other.t')).rows).toEqual([['1']]);
  });
});
