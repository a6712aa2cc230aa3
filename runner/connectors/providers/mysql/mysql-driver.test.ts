import { createMariadb, type MariadbRig } from '../../../../test/support/mariadb.ts';
import { describeSqlDriver } from '../../../../test/support/sql-driver-contract.ts';
import { SqlJob, type TestTable } from '../../../../test/support/sql-job.ts';
import { startTcpProxy } from '../../../../test/support/tcp-proxy.ts';
import { until } from '../../../../test/support/until.ts';
import { quotedName } from './mysql-literals.ts';

describeSqlDriver('MariaDB', createMariadb, {
  quoted: quotedName,
  series: (count) => `SELECT seq AS n FROM seq_1_to_${count}`,
});

let rig: MariadbRig;

beforeAll(async () => {
  rig = await createMariadb();
});
afterAll(async () => {
  await rig.close();
});
beforeEach(async () => {
  await rig.execute('DROP TABLE IF EXISTS t, child, `parent`');
});

const job = (fields: Partial<MariadbRig['fields']> & { readonly options?: object } = {}): SqlJob =>
  new SqlJob({ ...rig.fields, ...(fields as Partial<MariadbRig['fields']>) });

const numbers = (
  cells: readonly (string | null)[],
  mode: TestTable['mode'] = 'replace',
): TestTable => ({
  table: 't',
  mode,
  columns: ['v:float'],
  rows: cells.map((cell) => [cell]),
});

/** The tables that writes use before the rename. */
const staged = async (): Promise<number> => (await rig.rows("SHOW TABLES LIKE 'millrace%'")).length;

describe('reading MySQL', () => {
  /** The cells and the type of one column of a table. */
  async function read(type: string, ...values: string[]): Promise<unknown> {
    await rig.execute("SET SESSION sql_mode = 'ALLOW_INVALID_DATES', time_zone = '+02:00'");
    await rig.execute(`CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, v ${type})`);
    for (const value of values) await rig.execute(`INSERT INTO t (v) VALUES (${value})`);
    const { columns, rows, warnings } = await job().query('SELECT v FROM t ORDER BY id');
    return [columns[0]?.type, rows.map(([cell]) => cell), warnings];
  }

  it.each<[string, string[], string, (string | null)[]]>([
    ['BIGINT', ['9223372036854775807'], 'integer', ['9223372036854775807']],
    ['BIGINT UNSIGNED', ['9223372036854775807', 'NULL'], 'integer', ['9223372036854775807', null]],
    ['TINYINT(1)', ['0', '1', 'NULL'], 'boolean', ['false', 'true', null]],
    ['TINYINT(1)', ['1', '2', '-1'], 'integer', ['1', '2', '-1']],
    ['TINYINT UNSIGNED', ['255'], 'integer', ['255']],
    ['DECIMAL(18,0)', ['999999999999999999'], 'integer', ['999999999999999999']],
    ['DECIMAL(10,2)', ['12.50'], 'float', ['12.50']],
    ['DECIMAL(19,0)', ['1'], 'float', ['1']],
    ['DOUBLE', ['1e300'], 'float', ['1e300']],
    ['DATE', ["'2024-02-29'"], 'datetime', ['1709164800000000']],
    ['DATETIME(6)', ["'2024-02-29 10:30:00.123456'"], 'datetime', ['1709202600123456']],
    // The session that wrote it was two hours ahead.
    ['TIMESTAMP NULL', ["'1970-01-02 02:00:00'"], 'datetime', ['86400000000']],
    ['TIME(3)', ["'-838:59:59'"], 'string', ['-838:59:59.000']],
    ['YEAR', ['2024'], 'integer', ['2024']],
    ['BIT(9)', ["b'100000001'"], 'integer', ['257']],
    ['JSON', [`'{"a": [1, "é"]}'`], 'string', ['{"a": [1, "é"]}']],
    ["ENUM('a', 'b,c')", ["'b,c'"], 'string', ['b,c']],
    ["SET('a', 'b')", ["'b,a'"], 'string', ['a,b']],
    ['VARCHAR(20)', ["'😀 x '", "X'6100'"], 'string', ['😀 x ', 'a\0']],
    ['VARCHAR(9) CHARACTER SET latin1', ["'é'"], 'string', ['é']],
  ])('reads %s of %j as %s', async (type, values, expected, cells) => {
    expect(await read(type, ...values)).toEqual([expected, cells, []]);
  });

  it.each<[string, string, string | null, string]>([
    ['BIGINT UNSIGNED', '18446744073709551615', '18446744073709551615', 'beyond 64 bits'],
    ['BIT(64)', '18446744073709551615', '18446744073709551615', 'beyond 64 bits'],
    ['DATETIME', "'0000-00-00 00:00:00'", null, 'no calendar has'],
    ['DATE', "'2024-02-31'", null, 'no calendar has'],
    ['BLOB', "X'00FF'", '00ff', 'hexadecimal'],
    ['POINT', 'POINT(1, 2)', '000000000101000000000000000000f03f0000000000000040', 'hexadecimal'],
    ['FLOAT', '0.5', '0.5', 'six digits'],
  ])('warns how it reads %s of %s', async (type, value, cell, warning) => {
    expect(await read(type, value)).toEqual([
      expect.anything(),
      [cell],
      [expect.stringContaining(warning)],
    ]);
  });

  it('refuses a column that the client cannot name', async () => {
    await expect(job().query('SELECT 1 AS `__proto__`')).rejects.toThrow(
      "The field name (__proto__) can't be the same as an object's private property. Name the column by AS.",
    );
  });

  it('binds an integer that no float holds, and a text that ends a literal', async () => {
    const values = [9007199254740993n, "\\' OR 1 -- "];
    expect((await job().query('SELECT ? AS a, ? AS b', values)).rows).toEqual([
      ['9007199254740993', values[1]],
    ]);
  });

  it.each([
    ['a file', "SELECT 1 AS a INTO OUTFILE '/tmp/millrace-never'"],
    ['a procedure', 'CALL sneaky()'],
    ['the end of the transaction', 'COMMIT'],
  ])('refuses %s', async (_what, query) => {
    await rig.execute('CREATE TABLE t (v INT)');
    await rig.execute(
      'CREATE OR REPLACE PROCEDURE sneaky() BEGIN COMMIT; INSERT INTO t VALUES (1); SELECT 1; END',
    );
    await expect(job().query(query)).rejects.toThrow('"Own"');
    expect(await rig.rows('SELECT * FROM t')).toEqual([]);
  });

  it('stops a query of a billion rows after the rows that a preview needs', async () => {
    const sql = 'SELECT seq AS n FROM seq_1_to_1000000000 LIMIT 999999999';
    const source = { kind: 'query' as const, texts: [sql], values: [] };
    expect((await job().read(source, 3)).rows).toEqual([['1'], ['2'], ['3']]);
    await until(async () => {
      const queries = await rig.rows(
        "SELECT 1 FROM information_schema.processlist WHERE info LIKE '%seq_1_to_1000000000%' AND id <> CONNECTION_ID()",
      );
      return queries.length === 0;
    });
  });
});

describe('writing MySQL', () => {
  it('refuses a second output of a run to a table, without a wait, until the first one has ended', async () => {
    const own = job();
    const first = await own.write(numbers(['1']));
    await expect(own.write(numbers(['2'], 'append'))).rejects.toThrow(
      'Another output of this run writes the table `t`. Stack the rows by concatRows',
    );
    await first.commit();
    const later = await own.write(numbers(['3'], 'append'));
    await later.commit();
    expect(await rig.rows('SELECT v FROM t ORDER BY v')).toEqual([[1], [3]]);
  });

  it('stores no number as null, and refuses infinity by its column', async () => {
    await job().put(numbers(['NaN', '0.1']));
    expect((await job().readTable('t')).rows.map(([cell]) => cell)).toEqual([null, '0.1']);
    await expect(job().put(numbers(['inf']))).rejects.toThrow('The column "v" has an infinite');
    expect((await job().readTable('t')).rows).toHaveLength(2);
    expect(await staged()).toBe(0);
  });

  it('writes and reads 1,000 columns, and a name of 64 characters with a backtick', async () => {
    const long = `\`"'${'é'.repeat(61)}`;
    const columns = Array.from(
      { length: 1_000 },
      (_, place) => `${place === 0 ? long : `c${place}`}:boolean` as const,
    );
    const row = columns.map((_, place) => String(place % 2 === 0));
    await job().put({ table: 't', columns, rows: [row] });
    expect((await job().readTable('t')).rows).toEqual([row]);
  });

  it('leaves the table as it was when it is killed before the rename, and sweeps afterwards', async () => {
    await job().put(numbers(['1']));
    await job().write(numbers(['2']));
    expect(await staged()).toBe(1);
    const others = await rig.rows(
      `SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()`,
    );
    for (const [id] of others) await rig.execute(`KILL ${String(id)}`);
    expect((await job().readTable('t')).rows).toEqual([['1']]);
    await job().put(numbers(['3'], 'append'));
    expect(await staged()).toBe(0);
    expect((await job().readTable('t')).rows).toEqual([['1'], ['3']]);
  });

  it('lets a write wait for another one of the same table, and not for one of another table', async () => {
    const first = await job().write(numbers(['1']));
    await job().put({ ...numbers(['9']), table: 'child' });
    const second = job().put(numbers(['2'], 'append'));
    await until(async () => {
      const waiting = await rig.rows(
        "SELECT 1 FROM information_schema.processlist WHERE state = 'User lock'",
      );
      return waiting.length > 0;
    });
    await first.commit();
    await second;
    expect((await job().readTable('t')).rows).toEqual([['1'], ['2']]);
  });

  it('refuses what could not be undone: rows of an engine without transactions', async () => {
    await rig.execute('CREATE TABLE t (v DOUBLE) ENGINE=MyISAM');
    await expect(job().put(numbers(['1'], 'append'))).rejects.toThrow('no transactions');
    await job().put(numbers(['1']));
    await job().put(numbers(['2'], 'append'));
  });

  it('refuses to replace a view, and a table that foreign keys refer to', async () => {
    await rig.execute('CREATE TABLE `parent` (id INT PRIMARY KEY)');
    await rig.execute('CREATE TABLE child (id INT, FOREIGN KEY (id) REFERENCES `parent` (id))');
    await expect(job().put({ ...numbers(['1']), table: 'parent' })).rejects.toThrow('Foreign keys');
    await rig.execute('CREATE OR REPLACE VIEW shown AS SELECT id FROM child');
    await expect(job().put({ ...numbers(['1']), table: 'shown' })).rejects.toThrow('is a view');
  });

  it('updates no row of another unique index than that of the keys', async () => {
    await rig.execute('CREATE TABLE t (id BIGINT PRIMARY KEY, v DOUBLE UNIQUE)');
    await rig.execute('INSERT INTO t VALUES (1, 5)');
    const rows = { ...numbers([]), mode: 'upsert', keys: ['id'] } as const;
    await expect(
      job().put({ ...rows, columns: ['id:integer', 'v:float'], rows: [['2', '5']] }),
    ).rejects.toThrow('Duplicate entry');
    expect((await job().readTable('t')).rows).toEqual([['1', '5']]);
  });
});

describe('a connection to MySQL that fails', () => {
  it.each<[string, Parameters<typeof job>[0], string]>([
    ['another port', { port: 1 }, 'nothing accepts connections'],
    ['another host', { host: 'no-such-host.invalid' }, 'the host'],
    ['another database', { database: 'none' }, 'there is no such database'],
    ['another user', { username: 'nobody' }, 'the user or the password is wrong'],
    ['TLS where there is none', { options: { sslmode: 'require' } }, 'the server has no TLS'],
    ['an unknown mode of TLS', { options: { sslmode: 'x' } }, 'options.sslmode must be one of'],
  ])('says so in a sentence: %s', async (_what, fields, reason) => {
    await expect(job(fields).query('SELECT 1 AS a')).rejects.toThrow(reason);
  });

  it('fails by a sentence when the server closes the connection in the middle', async () => {
    const proxy = await startTcpProxy({ host: '127.0.0.1', port: rig.fields.port });
    proxy.cutAfter(200_000);
    const query = 'SELECT seq AS n FROM seq_1_to_1000000';
    await expect(job({ port: proxy.port }).query(query)).rejects.toThrow(
      'the server closed the connection',
    );
    await proxy.close();
  });
});
