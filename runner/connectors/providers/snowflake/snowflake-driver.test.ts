import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { loopbackCertificate } from '../../../../test/support/loopback-certificate.ts';
import {
  startSnowflakeServer,
  type SnowflakeAnswer,
  type SnowflakeColumn,
  type SnowflakeServer,
} from '../../../../test/support/snowflake-server.ts';
import { until } from '../../../../test/support/until.ts';
import { trustedLoopback } from '../../../../test/support/trusted-loopback.ts';
import { UserError } from '../../../domain/errors.ts';
import type { SqlSource } from '../../../domain/sql-source.ts';
import type { WatermarkValue } from '../../../domain/watermark.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import type { SqlRead, SqlWrite, StagedRows } from '../../sql/sql-driver.ts';
import { WAIT_LIMITS } from '../../sql/wait-limits.ts';
import { ask, openClient, withClient } from './snowflake-client.ts';
import { SNOWFLAKE_DRIVER as driver } from './snowflake-driver.ts';

const DRIVER = path.join(import.meta.dirname, 'snowflake-driver.ts');
const certificate = trustedLoopback();
let server: SnowflakeServer;
let folder: string;
let file: string;

beforeEach(async () => {
  server = await startSnowflakeServer(certificate);
  folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-snowflake-'));
  file = path.join(folder, 'rows.csv');
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const PASSWORD = 'a-secret-of-the-test';

function target(fields: Partial<ConnectionTarget['connection']> = {}): ConnectionTarget {
  const connection = {
    id: 'c',
    name: 'Shop',
    provider: 'snowflake',
    host: '127.0.0.1',
    port: server.port,
    database: 'SHOP',
    username: 'loader',
    secret: 'env:SHOP',
    options: null,
    ...fields,
  };
  return { connection, secret: PASSWORD };
}

/** The server answers statements that contain a text. */
function answering(part: string, answer: SnowflakeAnswer): void {
  const before = server.answer;
  server.answer = (sql) => (sql.includes(part) ? answer : before(sql));
}

const TABLE: SqlSource = { kind: 'table', schema: null, table: 'T' };

async function read(source: SqlSource = TABLE, more: Partial<SqlRead> = {}): Promise<StagedRows> {
  return await driver.read(target(), { source, maxRows: null, file, ...more });
}

const integer = (name: string, precision = 38): SnowflakeColumn => ({
  name,
  type: 'fixed',
  precision,
  scale: 0,
});

const typed = (type: string, scale = 0): SnowflakeColumn => ({ name: 'v', type, scale });
const query = (...texts: readonly string[]): SqlSource => ({ kind: 'query', texts, values: [] });

function reason(work: Promise<unknown>): Promise<string | null> {
  return work.then(
    () => 'it succeeded',
    (error: unknown) =>
      error instanceof UserError
        ? error.message
        : (driver.describe(error) ?? `no reason: ${String(error)}`),
  );
}

/** The statements after the settings of the session. */
const statements = (): readonly string[] =>
  server.requests.map(({ sql }) => sql).filter((sql) => sql !== '' && !sql.includes('AUTOCOMMIT'));

const bindsOf = (part: string): unknown =>
  server.requests.find(({ sql }) => sql.includes(part))?.body.bindings;

describe('a read of Snowflake by its protocol', () => {
  it.each<[string, SnowflakeColumn, string | null, string, string]>([
    ['NUMBER(38,0)', integer('v'), '9007199254740993', 'integer', '9007199254740993'],
    ['the least int64', integer('v'), '-9223372036854775808', 'integer', '-9223372036854775808'],
    ['NUMBER(10,2)', typed('fixed', 2), '-12.50', 'float', '-12.50'],
    ['FLOAT', typed('real'), '0.1', 'float', '0.1'],
    ['no number', typed('real'), 'NaN', 'float', ''],
    ['BOOLEAN', typed('boolean'), '1', 'boolean', 'true'],
    ['BOOLEAN as a word', typed('boolean'), 'FALSE', 'boolean', 'false'],
    ['VARCHAR', typed('text'), 'Zürich, "東京" 😀', 'string', '"Zürich, ""東京"" 😀"'],
    ['an empty VARCHAR', typed('text'), '', 'string', '""'],
    ['the word NULL', typed('text'), 'NULL', 'string', 'NULL'],
    ['DATE', typed('date'), '20455', 'datetime', '1767312000000000'],
    ['a DATE before 1970', typed('date'), '-1', 'datetime', '-86400000000'],
    [
      'TIMESTAMP_NTZ',
      typed('timestamp_ntz', 9),
      '1767323045.000001999',
      'datetime',
      '1767323045000001',
    ],
    ['TIMESTAMP_LTZ', typed('timestamp_ltz', 6), '1767323045.5', 'datetime', '1767323045500000'],
    [
      'TIMESTAMP_TZ',
      typed('timestamp_tz', 3),
      '1767323045.25 1560',
      'datetime',
      '1767323045250000',
    ],
    ['a moment before 1970', typed('timestamp_ntz', 9), '-0.5', 'datetime', '-500000'],
    ['TIME', typed('time', 9), '11045.000001200', 'string', '03:04:05.0000012'],
    ['a whole TIME', typed('time', 9), '36000.000000000', 'string', '10:00:00'],
    ['BINARY', typed('binary'), 'AB01', 'string', 'ab01'],
    [
      'VARIANT, of which no part is evaluated',
      typed('variant'),
      '{"a": 12345678901234567890, "b": undefined}',
      'string',
      '"{""a"": 12345678901234567890, ""b"": undefined}"',
    ],
    ['OBJECT', typed('object'), '{"a": 1.10}', 'string', '"{""a"": 1.10}"'],
    ['ARRAY', typed('array'), '[1.10]', 'string', '[1.10]'],
    ['a type that is not known', typed('geography'), 'POINT(1 2)', 'string', 'POINT(1 2)'],
    ['null of a number', integer('v'), null, 'integer', ''],
    ['null of a VARIANT', typed('variant'), null, 'string', ''],
    ['null of a text', typed('text'), null, 'string', ''],
    ['null of a moment', typed('timestamp_ntz', 9), null, 'datetime', ''],
  ])('has the exact value of a cell: %s', async (_what, column, cell, type, text) => {
    answering('FROM "T"', { columns: [column], rows: [[cell]] });
    expect(await read()).toMatchObject({ rowCount: 1, columns: [{ name: 'v', type }] });
    expect(await readFile(file, 'utf8')).toBe(`${text},0\n`);
  });

  it.each(['9223372036854775808', '-9223372036854775809', '9'.repeat(38)])(
    'reads a column with an integer beyond 64 bits as text, and warns of it: %s',
    async (cell) => {
      answering('FROM "T"', { columns: [integer('v')], rows: [['1'], [cell], ['2']] });
      expect(await read()).toEqual({
        rowCount: 3,
        columns: [{ name: 'v', type: 'string' }],
        warnings: ['Column "v" has integers beyond 64 bits with a sign, which are read as text.'],
        decimals: [],
      });
      expect(await readFile(file, 'utf8')).toBe(`1,0\n${cell},0\n2,0\n`);
    },
  );

  it('refuses a structured type, whose numbers the driver would round', async () => {
    const column = { ...typed('object'), fields: [{ name: 'a', type: 'fixed' }] };
    answering('FROM "T"', { columns: [column], rows: [['{"a": 1}']] });
    await expect(read()).rejects.toThrow('Read it as CAST(… AS VARIANT).');
  });

  it('writes every row of a long result in order, from all of its parts', async () => {
    const rows = (from: number): string[][] =>
      Array.from({ length: 20_000 }, (_, place) => [String(from + place), `row ${from + place}`]);
    answering('FROM "T"', {
      columns: [integer('n'), { name: 's', type: 'text' }],
      rows: rows(0),
      parts: [rows(20_000), rows(40_000), rows(60_000)],
      isLate: true,
    });
    expect(await read()).toMatchObject({ rowCount: 80_000 });
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    expect(lines).toEqual(Array.from({ length: 80_000 }, (_, n) => `${n},row ${n}`));
    expect(server.openSessions()).toBe(0);
  });

  it('asks for no more rows than it needs, and takes no more', async () => {
    answering('FROM "T"', { columns: [integer('n')], rows: [['1'], ['2'], ['3']] });
    expect(await read(TABLE, { maxRows: 2 })).toMatchObject({ rowCount: 2 });
    expect(statements()[0]).toBe('ALTER SESSION SET ROWS_PER_RESULTSET = 2');
    expect(await readFile(file, 'utf8')).toBe('1,0\n2,0\n');
  });

  it('sends values beside the statement, exactly, and quotes names', async () => {
    answering('SELECT', { columns: [integer('n')], rows: [['1']] });
    const values = ["x'; DROP TABLE t --", 9007199254740993n, 7, 0.1, true, null, Number.NaN];
    const texts = ['SELECT 1 AS n WHERE ', ...values.slice(1).map(() => ','), " <> '';"];
    await read({ kind: 'query', texts, values });
    expect(statements()).toEqual([
      "SELECT 1 AS n WHERE ?,CAST(? AS NUMBER(38, 0)),?,CAST(? AS FLOAT),?,?,? <> ''",
    ]);
    expect(bindsOf('SELECT 1')).toEqual({
      1: { type: 'TEXT', value: "x'; DROP TABLE t --" },
      2: { type: 'TEXT', value: '9007199254740993' },
      3: { type: 'FIXED', value: '7' },
      4: { type: 'TEXT', value: '0.1' },
      5: { type: 'BOOLEAN', value: 'true' },
      6: { type: 'TEXT', value: null },
      7: { type: 'TEXT', value: null },
    });
    await read({ kind: 'table', schema: 'a"b', table: 'c' });
    expect(statements()).toContain('SELECT * FROM "a""b"."c"');
  });

  it.each([
    ['two statements', 'SELECT 1 AS a; SELECT 2 AS b', 'more than one statement'],
    ['a write', 'UPDATE t SET a = 1', 'must begin with SELECT'],
    ['a write behind a comment', '/* x */ DELETE FROM t', 'must begin with SELECT'],
    ['a procedure', 'CALL p()', 'must begin with SELECT'],
    ['a procedure of a WITH', 'WITH p AS PROCEDURE () $$ $$ CALL p()', 'has PROCEDURE'],
    ['a write of the rows', 'SELECT a FROM t ->> DELETE FROM t', 'has ->>'],
    ['a write behind a name', 'SELECT a$$ FROM t ->> DELETE FROM u AS b$$', 'has ->>'],
    ['a write behind a place', 'SELECT $1$$ FROM t ->> DELETE FROM u AS b$$', 'has ->>'],
    ['a write behind a comment of a line', "SELECT 1 --'\n->> DELETE FROM t --'", 'has ->>'],
    ['a write behind an escaped quote', String.raw`SELECT '\\' ->> DELETE FROM t --'`, 'has ->>'],
    ['a write behind a comment in a comment', 'SELECT /* /* */ 1 ->> DROP TABLE t', 'has ->>'],
    ['nothing', ' ; ', 'is empty'],
  ])(
    'refuses a query that is more than a query, and sends nothing: %s',
    async (_what, text, why) => {
      await expect(read(query(text))).rejects.toThrow(why);
      expect(server.requests).toEqual([]);
    },
  );

  it.each([
    [String.raw`SELECT 'it''s; \'->> procedure', "a;""->>" FROM t -- procedure; ->>`],
    ['WITH a AS (SELECT $$;->>$$ AS n) SELECT n FROM a // ;\n/* ->> ; */;'],
  ])('accepts these in texts, names and comments: %s', async (text) => {
    answering('FROM', { columns: [integer('n')], rows: [['1']] });
    expect(await read(query(text))).toMatchObject({ rowCount: 1 });
  });

  it('refuses two columns of one name', async () => {
    answering('FROM "T"', { columns: [integer('n'), integer('n')], rows: [['1', '1']] });
    await expect(read()).rejects.toThrow('two columns named "n"');
  });
});

describe('a session of Snowflake', () => {
  const login = (): Readonly<Record<string, unknown>> => {
    const { data } = server.requests[0]?.body ?? {};
    return data as Readonly<Record<string, unknown>>;
  };

  it('begins with the password and settings of its own, and ends', async () => {
    await driver.test(target());
    expect(login()).toMatchObject({
      ACCOUNT_NAME: '127',
      LOGIN_NAME: 'loader',
      PASSWORD,
      CLIENT_ENVIRONMENT: { PLATFORM: ['disabled'] },
    });
    expect(server.requests[1]?.sql).toMatch(/^ALTER SESSION SET .* TIMEZONE = 'UTC'/s);
    expect(server.requests.at(-1)?.path).toBe('/session');
    expect(server.openSessions()).toBe(0);
  });

  it('begins with a private key, of which it sends only a signed token', async () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { format: 'pem', type: 'pkcs1' },
      publicKeyEncoding: { format: 'pem', type: 'spki' },
    });
    await driver.test({ ...target(), secret: privateKey });
    const { AUTHENTICATOR, TOKEN, PASSWORD: password } = login();
    expect({ AUTHENTICATOR, password }).toEqual({ AUTHENTICATOR: 'SNOWFLAKE_JWT' });
    const payload = Buffer.from(String(TOKEN).split('.')[1] ?? '', 'base64url').toString();
    expect(JSON.parse(payload)).toMatchObject({ sub: '127.LOADER' });
  });

  it.each([
    [
      'an encrypted key',
      '-----BEGIN ENCRYPTED PRIVATE KEY-----\nsecret-part\n',
      'the private key is encrypted',
    ],
    ['no key', '-----BEGIN PRIVATE KEY-----\nsecret-part\n', 'none in the format PEM'],
    ['none', null, 'needs a password or a private key'],
  ])(
    'refuses a secret that it cannot use, and shows no part of it: %s',
    async (_what, secret, why) => {
      const said = await reason(driver.test({ ...target(), secret }));
      expect(said).toContain(why);
      expect(said).not.toContain('secret-part');
      expect(server.requests).toEqual([]);
    },
  );

  it.each<[string, () => void, Partial<ConnectionTarget['connection']>, string]>([
    ['a closed port', () => undefined, { port: 1 }, 'nothing accepts connections'],
    ['an unknown host', () => undefined, { host: 'no-such-host.invalid' }, 'the host'],
    ['a wrong password', () => (server.login = 'refuse'), {}, 'the user or the password is wrong'],
    ['no account', () => (server.login = 'no account'), {}, 'there is no such account'],
    ['no user', () => undefined, { username: null }, 'needs the field "username"'],
    ['an address with a path', () => undefined, { host: 'https://a/b' }, 'ORGANIZATION-ACCOUNT'],
    ['a role of numbers', () => undefined, { options: { role: 7 } }, 'options.role must be a text'],
  ])('says in a sentence why it cannot begin: %s', async (_what, prepare, fields, why) => {
    prepare();
    const said = await reason(driver.test(target(fields)));
    expect(said).toContain(why);
    expect(said).not.toContain(PASSWORD);
  });

  it.each<[string, Partial<SnowflakeServer['session']>, string]>([
    ['database', { finalDatabaseName: null }, 'there is no database "SHOP", or the role'],
    ['schema', { finalSchemaName: null }, 'there is no schema "Sales", or the role'],
    ['warehouse', { finalWarehouseName: null }, 'there is no warehouse "LOAD", or the role'],
  ])('says that the %s of the connection is not there', async (_what, session, why) => {
    server.session = { ...server.session, ...session };
    const options = { schema: 'Sales', warehouse: 'LOAD' };
    expect(await reason(driver.test(target({ options })))).toContain(why);
    await until(() => server.openSessions() === 0);
  });

  it('sends nothing to a server whose certificate nobody has signed', async () => {
    const impostor = await startSnowflakeServer(loopbackCertificate());
    const said = await reason(driver.test(target({ port: impostor.port })));
    expect(said).toMatch(/^the certificate of the server is signed by nobody else/);
    expect(impostor.requests).toEqual([]);
    await impostor.close();
  });

  it('ends when the file cannot be written', async () => {
    answering('FROM "T"', { columns: [integer('n')], rows: [['1']] });
    await expect(read(TABLE, { file: path.join(folder, 'none', 'rows.csv') })).rejects.toThrow(
      'ENOENT',
    );
    expect(server.openSessions()).toBe(0);
  });

  it('says that a server hangs at the login, or at a statement, which it cancels', async () => {
    server.login = 'hang';
    const soon = { ...WAIT_LIMITS, answer: 200 };
    expect(await reason(openClient(target(), soon))).toContain('did not answer in time');
    server.login = 'accept';
    answering('SELECT', 'hang');
    const asked = withClient(
      target(),
      (client) => ask(client, { sql: 'SELECT 1' }, 'answer'),
      soon,
    );
    expect(await reason(asked)).toContain('did not answer in time');
    expect(server.requests.map(({ path: at }) => at)).toContain('/queries/v1/abort-request');
    expect(server.openSessions()).toBe(0);
  });

  it.each<[string, SnowflakeAnswer, string]>([
    [
      'an error of the server',
      { error: { code: '002003', message: "SQL compilation error:\nObject 'T' does not exist." } },
      "there is no such table, or the role may not use it (SQL compilation error: Object 'T' does not exist.)",
    ],
    ['an unknown error', { error: { code: '100035', message: 'Own words.' } }, 'Own words.'],
    [
      'a part of the rows that is gone',
      { columns: [integer('n')], parts: ['broken'] },
      'cannot be fetched from the storage of the account (HTTP 404)',
    ],
  ])('fails a read by a sentence, and ends: %s', async (_what, answer, why) => {
    answering('FROM "T"', answer);
    expect(await reason(read())).toContain(why);
    expect(server.openSessions()).toBe(0);
  });

  it('writes no file and no log, whatever the home of the user configures', async () => {
    const log = { common: { log_level: 'TRACE', log_path: folder } };
    await writeFile(path.join(folder, 'sf_client_config.json'), JSON.stringify(log), {
      mode: 0o600,
    });
    await writeFile(path.join(folder, 'ca.pem'), certificate.cert);
    const program = `
      const { SNOWFLAKE_DRIVER } = await import(${JSON.stringify(DRIVER)});
      await SNOWFLAKE_DRIVER.test(${JSON.stringify(target())});
      await SNOWFLAKE_DRIVER.test(${JSON.stringify(target({ port: 1 }))}).catch(() => undefined);`;
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', program],
      {
        cwd: folder,
        env: {
          HOME: folder,
          NODE_EXTRA_CA_CERTS: path.join(folder, 'ca.pem'),
          SF_CLIENT_CONFIG_FILE: path.join(folder, 'sf_client_config.json'),
        },
      },
    );
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: '' });
    expect(server.requests.length).toBeGreaterThan(2);
    expect((await readdir(folder)).sort()).toEqual(['ca.pem', 'sf_client_config.json']);
  });
});

describe('the tables of Snowflake', () => {
  it('have their columns and the number of their rows, and views have none', async () => {
    const texts = (...names: readonly string[]): SnowflakeColumn[] =>
      names.map((name) => ({ name, type: 'text' }));
    answering('information_schema.tables', {
      columns: [...texts('s', 't'), integer('v', 1), integer('r')],
      rows: [
        ['PUBLIC', 'T', '0', '7'],
        ['PUBLIC', 'V', '1', null],
      ],
    });
    answering('information_schema.columns', {
      columns: texts('s', 't', 'c', 'd'),
      rows: [['PUBLIC', 'T', 'ID', 'NUMBER']],
    });
    const table = { name: 'T', schema_name: 'PUBLIC', qualified: 'PUBLIC.T', row_estimate: 7 };
    const view = { name: 'V', schema_name: 'PUBLIC', qualified: 'PUBLIC.V', row_estimate: null };
    expect(await driver.tables(target())).toEqual([
      { ...table, columns: [{ name: 'ID', type: 'NUMBER' }] },
      { ...view, columns: [] },
    ]);
  });
});

describe('an incremental read of Snowflake', () => {
  const window = (after: WatermarkValue | null, seeksNulls = false) =>
    driver.window?.(target(), { source: TABLE, column: 'V', after, seeksNulls });

  it('compares with the type of the column, and reads up to the greatest value', async () => {
    answering('SELECT q."V"', { columns: [{ name: 'V', type: 'fixed', scale: 4 }] });
    answering('max(', { columns: [typed('text')], rows: [['2.0001']] });
    answering('IS NULL', { columns: [integer('n')], rows: [['1']] });
    const found = await window({ type: 'decimal', value: '1.0001' }, true);
    expect(found).toMatchObject({ mark: { type: 'decimal', value: '2.0001' }, hasNulls: true });
    expect(found?.source).toMatchObject({
      texts: [
        'SELECT q.* FROM "T" AS q WHERE q."V" > CAST(',
        ' AS NUMBER(38, 4)) AND q."V" <= CAST(',
        ' AS NUMBER(38, 4))',
      ],
      values: ['1.0001', '2.0001'],
    });
    expect(server.requests.find(({ sql }) => sql.includes('SELECT q."V"'))?.body).toMatchObject({
      describeOnly: true,
    });
  });

  it('shows a moment in UTC with all of its digits', async () => {
    answering('SELECT q."V"', { columns: [typed('timestamp_tz', 9)] });
    const moment = '2026-01-02T03:04:05.000001999';
    answering('max(', { columns: [typed('text')], rows: [[moment]] });
    expect(await window(null)).toMatchObject({ mark: { type: 'datetime', value: moment } });
    expect(statements()).toContain(
      `SELECT TO_VARCHAR(CONVERT_TIMEZONE('UTC', max(q."V")), 'YYYY-MM-DD"T"HH24:MI:SS.FF9') FROM "T" AS q`,
    );
  });

  it('refuses a column of another type', async () => {
    answering('SELECT q."V"', { columns: [typed('binary')] });
    await expect(window(null)).rejects.toThrow('has the type binary');
  });
});

describe('a write of Snowflake by its protocol', () => {
  const columns: SqlWrite['columns'] = [
    { name: 'id', type: 'integer' },
    { name: 'a"b', type: 'string' },
    { name: 'x', type: 'float' },
    { name: 'at', type: 'datetime' },
  ];
  const ROW = '9007199254740993,x,inf,2026-01-02T03:04:05.000001\n';

  async function write(mode: SqlWrite['mode'], rows = ROW) {
    await writeFile(file, rows);
    const keys = mode === 'upsert' ? ['id'] : [];
    return await driver.write(target(), { schema: null, table: 't', mode, keys, columns, file });
  }

  const known = (kind = 'BASE TABLE'): void => {
    answering('SELECT table_type', { columns: [typed('text')], rows: [[kind]] });
  };
  /** The statements that change something, with one name for all staging tables. */
  const changes = (): readonly string[] =>
    statements()
      .map((sql) => sql.replaceAll(/millrace_[0-9a-f]{32}/g, 'STAGING'))
      .filter((sql) => !sql.startsWith('SELECT'));

  const FIELDS = '("id" NUMBER(19, 0), "a""b" VARCHAR, "x" FLOAT, "at" TIMESTAMP_NTZ(6))';
  const NAMES = '"id", "a""b", "x", "at"';
  const STAGED = [
    `CREATE TEMPORARY TABLE "STAGING" ${FIELDS}`,
    'INSERT INTO "STAGING" VALUES (?, ?, ?, ?)',
  ];
  const INSERTED = `INSERT INTO "t" (${NAMES}) SELECT ${NAMES} FROM "STAGING"`;

  it('replaces a table by one statement at the commit, which keeps who may read it', async () => {
    known();
    const pending = await write('replace');
    expect(changes()).toEqual(STAGED);
    await pending.commit();
    expect(changes().slice(STAGED.length)).toEqual([
      `CREATE OR REPLACE TABLE "t" ${FIELDS} COPY GRANTS AS SELECT ${NAMES} FROM "STAGING"`,
    ]);
    expect(server.openSessions()).toBe(0);
  });

  it.each(['append', 'fail', 'upsert'] as const)(
    'creates a table that is not there by one statement at the commit: %s',
    async (mode) => {
      await (await write(mode)).commit();
      expect(changes().slice(STAGED.length)).toEqual([
        `CREATE TABLE "t" ${FIELDS} AS SELECT ${NAMES} FROM "STAGING"`,
      ]);
    },
  );

  it('adds rows by one statement in a transaction', async () => {
    known();
    const pending = await write('append');
    expect(changes()).toEqual([...STAGED, 'BEGIN TRANSACTION', INSERTED]);
    await pending.commit();
    expect(changes().at(-1)).toBe('COMMIT');
    expect(server.openSessions()).toBe(0);
  });

  it('updates the rows with equal keys and adds the others, in a transaction', async () => {
    known();
    await (await write('upsert')).commit();
    expect(changes().slice(STAGED.length)).toEqual([
      'BEGIN TRANSACTION',
      'MERGE INTO "t" AS t USING "STAGING" AS s ON t."id" = s."id"' +
        ' WHEN MATCHED THEN UPDATE SET t."a""b" = s."a""b", t."x" = s."x", t."at" = s."at"' +
        ` WHEN NOT MATCHED THEN INSERT (${NAMES}) VALUES (s."id", s."a""b", s."x", s."at")`,
      'COMMIT',
    ]);
  });

  it('sends the exact values of rows as texts, in the order of the file', async () => {
    await (await write('fail', `${ROW},"",nan,\n1,NULL,0.1,2026-01-02T00:00:00\n`)).rollback();
    expect(bindsOf('VALUES')).toEqual({
      1: { type: 'TEXT', value: ['9007199254740993', null, '1'] },
      2: { type: 'TEXT', value: ['x', '', 'NULL'] },
      3: { type: 'TEXT', value: ['inf', null, '0.1'] },
      4: { type: 'TEXT', value: ['2026-01-02T03:04:05.000001', null, '2026-01-02T00:00:00'] },
    });
  });

  it('sends many rows in several statements, and long texts too', async () => {
    const long = 'y'.repeat(1_000_000);
    const rows = Array.from({ length: 20_000 }, (_, place) => `${place},,,\n`).join('');
    await (await write('fail', `${rows}1,${long},,\n2,${long},,\n`)).rollback();
    const sent = server.requests.filter(({ sql }) => sql.includes('VALUES'));
    const ids = sent.map(({ body }) => (body.bindings as { 1: { value: string[] } })[1].value);
    expect(ids.map((values) => values.length)).toEqual([12_500, 7_501, 1]);
    expect(ids.flat().slice(0, 20_000)).toEqual(
      Array.from({ length: 20_000 }, (_, place) => String(place)),
    );
  });

  it('refuses a row that the driver cannot send, and a cell that is no datetime', async () => {
    await expect(write('fail', `1,${'y'.repeat(1_500_001)},,\n`)).rejects.toThrow(
      'A row has more than 1,500,000 characters',
    );
    await expect(write('fail', '1,x,,9999-99-99T00:00:00\n')).rejects.toThrow('is no datetime');
    expect(server.openSessions()).toBe(0);
  });

  it('leaves the table as it was when the run fails', async () => {
    known();
    await (await write('append')).rollback();
    expect(changes().slice(-2)).toEqual([INSERTED, 'ROLLBACK']);
    const before = changes().length;
    await (await write('replace')).rollback();
    expect(changes().slice(before)).toEqual(STAGED);
    expect(server.openSessions()).toBe(0);
  });

  it('rolls back when the table refuses the rows, and says why', async () => {
    known();
    answering('INSERT INTO "t"', { error: { code: '100072', message: 'NULL in "id".' } });
    expect(await reason(write('append'))).toBe('NULL in "id".');
    expect(changes().at(-1)).toBe('ROLLBACK');
    expect(server.openSessions()).toBe(0);
  });

  it('refuses a table that exists, a view, and two rows with equal keys', async () => {
    known();
    await expect(write('fail')).rejects.toThrow('exists already');
    answering('HAVING count(*) > 1', { columns: [integer('n')], rows: [['1']] });
    await expect(write('upsert')).rejects.toThrow('Two rows have the same values');
    known('VIEW');
    await expect(write('replace')).rejects.toThrow('is a view');
    expect(changes()).not.toContain('COMMIT');
    expect(server.openSessions()).toBe(0);
  });
});
