import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  startTdsServer,
  type TdsAnswer,
  type TdsServer,
} from '../../../../test/support/tds-server.ts';
import {
  bigintColumn,
  cell,
  int64,
  textCell,
  textColumn,
  uint,
  type TdsColumn,
} from '../../../../test/support/tds-tokens.ts';
import { until } from '../../../../test/support/until.ts';
import type { SqlSource } from '../../../domain/sql-source.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import type { SqlRead, SqlWrite, StagedRows } from '../../sql/sql-driver.ts';
import { WAIT_LIMITS } from '../../sql/wait-limits.ts';
import { MSSQL_DRIVER as driver } from './mssql-driver.ts';
import { openClient } from './mssql-client.ts';
import { readMssql } from './mssql-read.ts';

let server: TdsServer;
let folder: string;
let file: string;

beforeEach(async () => {
  server = await startTdsServer();
  folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-mssql-'));
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
    provider: 'mssql',
    host: '127.0.0.1',
    port: server.port,
    database: 'shop',
    username: 'sa',
    secret: 'env:SHOP',
    options: null,
    ...fields,
  };
  return { connection, secret: PASSWORD };
}

/** The server answers statements that contain a text. */
function answering(part: string, answer: TdsAnswer): void {
  const before = server.answer;
  server.answer = (sql) => (sql.includes(part) ? answer : before(sql));
}

function query(text: string): SqlSource {
  return { kind: 'query', texts: [text], values: [] };
}

const TABLE: SqlSource = { kind: 'table', schema: null, table: 't' };

async function read(source: SqlSource = TABLE, more: Partial<SqlRead> = {}): Promise<StagedRows> {
  return await driver.read(target(), { source, maxRows: null, file, ...more });
}

function reason(work: Promise<unknown>): Promise<string | null> {
  return work.then(
    () => 'it succeeded',
    (error: unknown) => driver.describe(error) ?? `no reason: ${String(error)}`,
  );
}

const statements = (): readonly string[] => server.requests.map(({ sql }) => sql);

const column = (name: string, type: readonly number[], ...cells: readonly Buffer[]): TdsColumn => ({
  name,
  type,
  cells,
});
const double = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
};
const COLLATION = [9, 4, 0xd0, 0, 0x34];
/** Days from the year 1 to 2026-01-02, and a time in units of 100 ns. */
const DAY = uint(739_617, 3);
const TIME = uint(110_450_000_012, 5);

describe('a read of SQL Server by its protocol', () => {
  it.each<[string, TdsColumn, string, string]>([
    ['bigint', bigintColumn('v', [9007199254740993n]), 'integer', '9007199254740993'],
    ['the least bigint', bigintColumn('v', [-(2n ** 63n)]), 'integer', '-9223372036854775808'],
    ['tinyint', column('v', [0x26, 1], cell(Buffer.from([255]))), 'integer', '255'],
    ['bit', column('v', [0x68, 1], cell(Buffer.from([1]))), 'boolean', 'true'],
    ['float', column('v', [0x6d, 8], cell(double(0.1))), 'float', '0.1'],
    ['money', column('v', [0x6e, 8], cell(uint(0, 4), uint(123_456, 4))), 'float', '12.3456'],
    [
      'decimal(10, 2)',
      column('v', [0x6a, 17, 10, 2], cell(Buffer.from([0]), int64(1050n))),
      'float',
      '-10.5',
    ],
    [
      'decimal(18, 0)',
      column('v', [0x6a, 17, 18, 0], cell(Buffer.from([1]), int64(42n))),
      'integer',
      '42',
    ],
    ['nvarchar', textColumn('v', ['Zürich, "東京" 😀']), 'string', '"Zürich, ""東京"" 😀"'],
    ['an empty nvarchar', textColumn('v', ['']), 'string', '""'],
    [
      'nvarchar(max)',
      column(
        'v',
        [0xe7, 0xff, 0xff, ...COLLATION],
        Buffer.concat([int64(4n), uint(4, 4), Buffer.from('ab', 'utf16le'), uint(0, 4)]),
      ),
      'string',
      'ab',
    ],
    [
      'varbinary',
      column('v', [0xa5, 0x40, 0x1f], Buffer.concat([uint(2, 2), Buffer.from([0xab, 1])])),
      'string',
      'ab01',
    ],
    [
      'uniqueidentifier',
      column('v', [0x24, 16], cell(Buffer.from('0123456789abcdef0123456789abcdef', 'hex'))),
      'string',
      '67452301-AB89-EFCD-0123-456789ABCDEF',
    ],
    ['date', column('v', [0x28], cell(DAY)), 'datetime', '1767312000000000'],
    ['time', column('v', [0x29, 7], cell(TIME)), 'string', '03:04:05.0000012'],
    ['datetime2', column('v', [0x2a, 7], cell(TIME, DAY)), 'datetime', '1767323045000001'],
    [
      'datetimeoffset',
      column('v', [0x2b, 7], cell(TIME, DAY, uint(120, 2))),
      'datetime',
      '1767323045000001',
    ],
    [
      'datetime',
      column('v', [0x6f, 8], cell(uint(46_022, 4), uint(300, 4))),
      'datetime',
      '1767312001000000',
    ],
    ['null', bigintColumn('v', [null]), 'integer', ''],
  ])('has the exact value of a cell: %s', async (_what, typed, type, text) => {
    answering('SELECT * FROM [t]', { columns: [typed] });
    const staged = await read();
    expect(staged).toMatchObject({ rowCount: 1, columns: [{ name: 'v', type }] });
    expect(await readFile(file, 'utf8')).toBe(`${text},0\n`);
  });

  it('refuses an integer of a decimal that the driver would round', async () => {
    const big = column('v', [0x6a, 17, 18, 0], cell(Buffer.from([1]), int64(2n ** 53n + 2n)));
    answering('SELECT * FROM [t]', { columns: [big] });
    await expect(read()).rejects.toThrow('Read it as CAST(… AS bigint)');
  });

  const decimal = (value: bigint): TdsColumn =>
    column('v', [0x6a, 17, 20, 2], cell(Buffer.from([1]), int64(value)));
  const money = (high: number): TdsColumn =>
    column('v', [0x6e, 8], cell(uint(high, 4), uint(1, 4)));

  it.each<[string, TdsColumn, boolean]>([
    ['a long decimal', decimal(2n ** 53n + 2n), true],
    ['a decimal', decimal(1050n), false],
    ['money from 2^53 of its least unit on', money(2 ** 21), true],
    ['money', money(2 ** 20), false],
  ])('warns of more digits than a float keeps, and marks: %s', async (_what, long, isRounded) => {
    answering('SELECT * FROM [t]', { columns: [long] });
    const staged = await read();
    expect(staged.columns.map(({ rounded = false }) => rounded)).toEqual([isRounded]);
    expect(staged.warnings).toHaveLength(isRounded ? 1 : 0);
    for (const warning of staged.warnings) {
      expect(warning).toMatch(
        /"v" has decimals of more than 15 digits.*cast it to text in a query/,
      );
    }
  });

  it('has U+FFFD in the place of half of a character, with a warning', async () => {
    const texts = ['whole \u{1f600}', 'cut \ud83d', null];
    answering('FROM [t]', { columns: [textColumn('a', ['x', 'y', 'z']), textColumn('t', texts)] });
    expect((await read()).warnings).toEqual([
      'Column "t" has texts with half of a character, as of an emoji that was cut: U+FFFD stands in its place.',
    ]);
    expect(await readFile(file, 'utf8')).toBe('x,whole \u{1f600}\ny,cut \ufffd\nz,\n');
  });

  it('writes every row of a long answer in order, and undoes what a function might have written', async () => {
    const count = 100_000;
    const numbers = Array.from({ length: count }, (_, place) => BigInt(place));
    const texts = numbers.map((value) => `row ${value}`);
    answering('FROM [t]', { columns: [bigintColumn('n', numbers), textColumn('s', texts)] });
    expect(await read()).toMatchObject({ rowCount: count });
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    expect(lines).toEqual(numbers.map((value) => `${value},row ${value}`));
    expect(statements().at(-1)).toContain('ROLLBACK TRANSACTION');
  });

  it('asks for no more rows than it needs, and takes no more', async () => {
    answering('FROM [t]', { columns: [bigintColumn('n', [1n, 2n, 3n])] });
    expect(await read(TABLE, { maxRows: 2 })).toMatchObject({ rowCount: 2 });
    expect(statements()).toContain('SET ROWCOUNT 2');
    expect(await readFile(file, 'utf8')).toBe('1,0\n2,0\n');
  });

  it('sends values beside the statement, and quotes names', async () => {
    answering('SELECT', { columns: [bigintColumn('n', [1n])] });
    const value = "x'; DROP TABLE t --";
    await read({ kind: 'query', texts: ['SELECT 1 AS n WHERE ', " <> ''"], values: [value] });
    const sent = server.requests.find(({ kind }) => kind === 'rpc');
    expect(sent?.sql).toBe("SELECT 1 AS n WHERE @p0 <> ''");
    expect(sent?.bytes.includes(Buffer.from(value, 'utf16le'))).toBe(true);
    await read({ kind: 'table', schema: 'a]b', table: 'c"d' });
    expect(statements()).toContain('SELECT * FROM [a]]b].[c"d]');
  });

  it.each([
    ['two statements', 'SELECT 1 AS a; SELECT 2 AS b', 'more than one statement'],
    ['two statements without a semicolon', 'SELECT 1 AS a DELETE FROM t', 'the word DELETE'],
    ['a write', 'UPDATE t SET a = 1', 'must begin with SELECT'],
    ['a new table', 'SELECT * INTO b FROM t', 'the word INTO'],
    ['a procedure', 'EXEC xp_cmdshell', 'must begin with SELECT'],
    ['a write behind a nested comment', 'SELECT 1 /* /* */ */ drop table t', 'the word DROP'],
    ['a write behind a comment', "SELECT 1 --'\nDROP TABLE t --'", 'the word DROP'],
    ['a write behind a carriage return', "SELECT 1 --'\rDROP TABLE t --'", 'the word DROP'],
    ['a write behind a name with a bracket', 'SELECT [a]]b] DROP TABLE t', 'the word DROP'],
    ['another server', "SELECT * FROM OPENQUERY(x, 'y')", 'the word OPENQUERY'],
    ['nothing', ' ; ', 'is empty'],
  ])(
    'refuses a query that is more than a query, and sends nothing: %s',
    async (_what, text, why) => {
      await expect(read(query(text))).rejects.toThrow(why);
      expect(server.requests).toEqual([]);
    },
  );

  it.each([
    ['SELECT \'drop; it\' AS [delete], "update" FROM t -- into\n/* exec ; */;'],
    ['WITH a AS (SELECT 1 AS n) SELECT n FROM a ORDER BY n OFFSET 0 ROWS FETCH NEXT 1 ROWS ONLY'],
  ])('accepts words of writes in texts, names and comments: %s', async (text) => {
    answering('FROM', { columns: [bigintColumn('n', [1n])] });
    expect(await read(query(text))).toMatchObject({ rowCount: 1 });
  });

  it('refuses two columns of one name', async () => {
    answering('SELECT', { columns: [bigintColumn('n', [1n]), bigintColumn('n', [1n])] });
    await expect(read()).rejects.toThrow('two columns named "n"');
  });
});

describe('a connection to SQL Server that fails', () => {
  it.each<[string, () => void, Partial<ConnectionTarget['connection']>, string]>([
    ['a closed port', () => undefined, { port: 1 }, 'nothing accepts connections'],
    ['an unknown host', () => undefined, { host: 'no-such-host.invalid' }, 'the host'],
    ['a wrong password', () => (server.login = 'refuse'), {}, 'the user or the password is wrong'],
    [
      'TLS where there is none',
      () => undefined,
      { options: { sslmode: 'require' } },
      'the server has no TLS',
    ],
  ])('says so in a sentence: %s', async (_what, prepare, fields, why) => {
    prepare();
    const said = await reason(driver.test(target(fields)));
    expect(said).toContain(why);
    expect(said).not.toContain(PASSWORD);
    await until(() => server.openSockets() === 0);
  });

  it('says that a server hangs at the login', async () => {
    server.login = 'hang';
    const opened = openClient(target({ options: { sslmode: 'disable' } }), {
      ...WAIT_LIMITS,
      connect: 200,
    });
    expect(await reason(opened)).toContain('did not answer in time');
    await until(() => server.openSockets() === 0);
  });

  it.each(['READ COMMITTED', 'SELECT * FROM', 'ROLLBACK'])(
    'fails a read when the server hangs at %j',
    async (text) => {
      server.answer = (sql) => {
        if (!sql.includes(text)) return { columns: [bigintColumn('v', [1n])] };
        server.login = 'hang';
        return 'hang';
      };
      const soon = {
        ...WAIT_LIMITS,
        answer: 500,
        change: 500,
        silence: 100,
        probe: 300,
        probes: 2,
      };
      const hanging = readMssql(target(), { source: TABLE, maxRows: null, file }, soon);
      expect(await reason(hanging)).toBe('the server did not answer in time');
      expect(server.login).toBe('hang');
    },
  );

  it.each<[string, TdsAnswer, string]>([
    ['an error of the server', { error: { number: 208, message: 'Bad t.' } }, 'no such table'],
    ['an unknown error', { error: { number: 50_000, message: 'Own words.' } }, 'Own words.'],
    ['an end before the answer', 'close', 'the server closed'],
    [
      'an end in a row',
      { columns: [textColumn('s', ['a'.repeat(3000), 'b'.repeat(3000)])], isCut: true },
      'the server closed',
    ],
  ])('fails a read by a sentence, and keeps no connection: %s', async (_what, answer, why) => {
    answering('FROM [t]', answer);
    expect(await reason(read())).toContain(why);
    await until(() => server.openSockets() === 0);
  });
});

describe('the tables of SQL Server', () => {
  it('have their columns and the number of their rows, and views have none', async () => {
    answering('sys.partitions', {
      columns: [
        textColumn('s', ['dbo', 'dbo']),
        textColumn('o', ['t', 'v']),
        column('v', [0x26, 4], cell(uint(0, 4)), cell(uint(1, 4))),
        bigintColumn('r', [7n, null]),
        column('i', [0x26, 4], cell(uint(5, 4)), cell(uint(6, 4))),
      ],
    });
    answering('sys.columns', {
      columns: [
        column('i', [0x26, 4], cell(uint(5, 4))),
        { name: 'n', type: textColumn('', []).type, cells: [textCell('id')] },
        textColumn('t', ['int']),
      ],
    });
    const table = { name: 't', schema_name: 'dbo', qualified: 'dbo.t', row_estimate: 7 };
    const view = { name: 'v', schema_name: 'dbo', qualified: 'dbo.v', row_estimate: null };
    expect(await driver.tables(target())).toEqual([
      { ...table, columns: [{ name: 'id', type: 'int' }] },
      { ...view, columns: [] },
    ]);
  });
});

describe('an incremental read of SQL Server', () => {
  it('compares with the type of the column, and reads up to the greatest value', async () => {
    answering('dm_exec_describe', { columns: [textColumn('t', ['decimal(20,4)'])] });
    answering('max(', { columns: [textColumn('m', ['2.0001'])] });
    answering('TOP 1', { columns: [bigintColumn('n', [1n])] });
    const after = { type: 'decimal', value: '1.0001' } as const;
    const window = await driver.window?.(target(), {
      source: TABLE,
      column: 'v',
      after,
      seeksNulls: true,
    });
    expect(window).toMatchObject({ mark: { type: 'decimal', value: '2.0001' }, hasNulls: true });
    expect(window?.source).toMatchObject({
      texts: [
        'SELECT q.* FROM [t] AS q WHERE q.[v] > CAST(',
        ' AS decimal(20,4)) AND q.[v] <= CAST(',
        ' AS decimal(20,4))',
      ],
      values: ['1.0001', '2.0001'],
    });
  });

  it('refuses a column of another type', async () => {
    answering('dm_exec_describe', { columns: [textColumn('t', ['varbinary(8)'])] });
    const read = { source: TABLE, column: 'v', after: null, seeksNulls: false };
    await expect(driver.window?.(target(), read)).rejects.toThrow('has the type varbinary(8)');
  });
});

describe('a write of SQL Server by its protocol', () => {
  const columns: SqlWrite['columns'] = [
    { name: 'id', type: 'integer' },
    { name: 'a]b', type: 'string' },
    { name: 'at', type: 'datetime' },
  ];

  async function write(mode: SqlWrite['mode'], rows = '1,x,2026-01-02T03:04:05.000001\n') {
    await writeFile(file, rows);
    const keys = mode === 'upsert' ? ['id'] : [];
    return await driver.write(target(), { schema: null, table: 't', mode, keys, columns, file });
  }

  const number = (value: number): TdsColumn => ({
    name: 'n',
    type: [0x26, 4],
    cells: [cell(uint(value, 4))],
  });
  const locked = (): void => {
    answering('sp_getapplock', { columns: [number(0)] });
  };
  const known = (): void => {
    answering('sys.foreign_keys', { columns: [number(0), number(0)] });
    answering('sys.index_columns', { columns: [number(1), textColumn('c', ['id'])] });
  };
  /** The statements that change something, with one name for all staging tables. */
  const changes = (): readonly string[] =>
    statements()
      .map((sql) => sql.replaceAll(/millrace_[0-9a-f]{32}/g, 'STAGING'))
      .filter((sql) => /^(CREATE|INSERT|insert|DROP|EXEC|UPDATE|COMMIT|IF)/.test(sql));

  const CREATE_STAGING =
    'CREATE TABLE #STAGING (c0 BIGINT NULL, c1 NVARCHAR(MAX) COLLATE Latin1_General_BIN2 NULL, c2 DATETIME2(6) NULL)';
  const BULK = expect.stringMatching(/^insert bulk #STAGING/i) as string;
  const CREATED =
    '([id] BIGINT NULL, [a]]b] NVARCHAR(MAX) COLLATE Latin1_General_BIN2 NULL, [at] DATETIME2(6) NULL)';
  const INSERTED = '([id], [a]]b], [at]) SELECT s.c0, s.c1, s.c2 FROM #STAGING AS s';

  it('replaces a table by another one that is filled, in one transaction under a lock', async () => {
    locked();
    const pending = await write('replace');
    expect(statements()[0]).toContain('BEGIN TRANSACTION');
    expect(statements()[1]).toContain('sp_getapplock');
    expect(statements()).not.toContain('COMMIT TRANSACTION');
    await pending.commit();
    expect(changes()).toEqual([
      CREATE_STAGING,
      BULK,
      `CREATE TABLE [STAGING] ${CREATED}`,
      `INSERT INTO [STAGING] ${INSERTED}`,
      'DROP TABLE IF EXISTS [t]',
      'EXEC sp_rename @p0, @p1',
      'COMMIT TRANSACTION',
    ]);
    const load = server.requests.find(({ kind }) => kind === 'bulk');
    expect(load?.bytes.includes(int64(1n))).toBe(true);
    // 03:04:05.000001 in microseconds, before the day.
    expect(load?.bytes.includes(Buffer.concat([uint(11_045_000_001, 5), DAY]))).toBe(true);
    await until(() => server.openSockets() === 0);
  });

  it('updates the rows with equal keys and adds the others', async () => {
    locked();
    known();
    await (await write('upsert')).commit();
    expect(changes()).toEqual([
      CREATE_STAGING,
      BULK,
      'UPDATE t SET t.[a]]b] = s.c1, t.[at] = s.c2 FROM [t] AS t JOIN #STAGING AS s ON t.[id] = s.c0',
      `INSERT INTO [t] ${INSERTED} WHERE NOT EXISTS (SELECT 1 FROM [t] AS t WHERE t.[id] = s.c0)`,
      'COMMIT TRANSACTION',
    ]);
  });

  it('adds rows to a table, and rolls back when the run fails', async () => {
    locked();
    known();
    await (await write('append')).rollback();
    expect(changes()).toEqual([
      CREATE_STAGING,
      BULK,
      `INSERT INTO [t] ${INSERTED}`,
      'IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION',
    ]);
  });

  it('refuses a table that exists, two rows with equal keys, and a table without a unique index', async () => {
    locked();
    known();
    await expect(write('fail')).rejects.toThrow('exists already');
    answering('HAVING count(*) > 1', { columns: [number(1)] });
    await expect(write('upsert')).rejects.toThrow('Two rows have the same values');
    answering('sys.index_columns', { columns: [number(1), textColumn('c', ['other'])] });
    await expect(write('upsert')).rejects.toThrow('an upsert needs a unique index');
    expect(statements()).not.toContain('COMMIT TRANSACTION');
  });

  it('refuses to write while another run writes the table', async () => {
    answering('sp_getapplock', {
      columns: [{ name: 'n', type: [0x26, 4], cells: [cell(Buffer.from([255, 255, 255, 255]))] }],
    });
    await expect(write('append')).rejects.toThrow('Another run writes the table [t]');
    await until(() => server.openSockets() === 0);
  });

  it('commits nothing when a row cannot be stored', async () => {
    locked();
    await expect(write('append', '1,x,9999-99-99T00:00:00\n')).rejects.toThrow('is no datetime');
    await until(() => server.openSockets() === 0);
    expect(statements()).not.toContain('COMMIT TRANSACTION');
  });
});
