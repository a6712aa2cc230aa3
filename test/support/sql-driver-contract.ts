import type { PendingWrite } from '../../runner/connectors/pending-write.ts';
import type { ConnectionFields } from '../../runner/domain/connection.ts';
import type { WriteMode } from '../../runner/domain/sql-source.ts';
import { SqlJob, type TestTable } from './sql-job.ts';

/** A real database of a provider, for the tests that every provider passes. */
export interface DriverRig {
  readonly fields: Partial<ConnectionFields> & Pick<ConnectionFields, 'provider'>;
  /** Executes a statement as another program would. */
  execute(sql: string): Promise<void> | void;
  close(): Promise<void> | void;
}

/** How the SQL of a provider differs where the tests need it. */
export interface DriverDialect {
  /** A name in quotes. */
  readonly quoted: (name: string) => string;
  /** A query of the numbers from 1 to `count` as the column n. */
  readonly series: (count: number) => string;
  /** The modes of which the commit is awaited by readers, so that they cannot be asked before it. */
  readonly readersWaitFor?: readonly WriteMode[];
}

/** Texts that break what splices or cuts them. */
const TEXTS = [
  "it's",
  '"',
  '`',
  '\\',
  '\\N',
  'a,b',
  'a\nb',
  'a\r\nb',
  '',
  ' x ',
  '😀é',
  'NULL',
  '007',
];

/** Declares the tests that every driver of a database passes. */
export function describeSqlDriver(
  name: string,
  start: () => Promise<DriverRig> | DriverRig,
  { quoted, series, readersWaitFor = [] }: DriverDialect,
): void {
  describe(`the driver of ${name}`, () => {
    let rig: DriverRig;
    /** Each job uses the connection on its own. */
    const job = (): SqlJob => new SqlJob(rig.fields);
    const people = (mode: WriteMode, ...rows: TestTable['rows'][number][]): TestTable => ({
      table: 'people',
      mode,
      keys: mode === 'upsert' ? ['id'] : [],
      columns: ['id:integer', 'name:string'],
      rows,
    });
    const seen = async (): Promise<unknown> =>
      (await job().query('SELECT id, name FROM people ORDER BY id')).rows;

    beforeAll(async () => {
      rig = await start();
    });

    afterAll(async () => {
      await rig.close();
    });

    beforeEach(async () => {
      await rig.execute('DROP TABLE IF EXISTS people');
    });

    it('reads the values and types that it wrote', async () => {
      const columns = ['i:integer', 'f:float', 'b:boolean', 'd:datetime', 's:string'] as const;
      await job().put({
        table: 'kinds',
        columns,
        rows: [
          ['9223372036854775807', '0.1', 'true', '2024-02-29T10:30:00.123456', 'a'],
          ['-9223372036854775808', '-1e300', 'false', '1969-12-31T23:59:59', ''],
          [null, null, null, null, null],
        ],
      });
      const { columns: read, rows } = await job().readTable('kinds');
      expect(read.map(({ name: column, type }) => `${column}:${type}`)).toEqual(columns);
      const numbers = rows.map(([i, f, ...rest]) => [i, f === null ? null : Number(f), ...rest]);
      expect(numbers).toEqual([
        ['9223372036854775807', 0.1, 'true', '1709202600123456', 'a'],
        ['-9223372036854775808', -1e300, 'false', '-1000000', ''],
        [null, null, null, null, null],
      ]);
    });

    it('keeps every text and every name of a column', async () => {
      const columns = ['a"b:string', "it's:string", 'ä`ö:string', 'select:string'] as const;
      const rows = TEXTS.map((text) => [text, text, text, text]);
      await job().put({ table: 'texts', columns, rows });
      const read = await job().readTable('texts');
      expect(read.columns.map(({ name: column }) => `${column}:string`)).toEqual(columns);
      expect(read.rows).toEqual(rows);
    });

    it('reads and writes tables without rows, of one column and of many', async () => {
      await job().put({ table: 'none', columns: ['a:integer', 'b:float'], rows: [] });
      expect(await job().readTable('none')).toMatchObject({
        columns: [{ type: 'integer' }, { type: 'float' }],
        rows: [],
      });
      await job().put({ table: 'one', columns: ['a:string'], rows: [['x'], [null], ['']] });
      expect((await job().readTable('one')).rows).toEqual([['x'], [null], ['']]);
      const wide = Array.from({ length: 200 }, (_, place) => `c${place}:integer` as const);
      const row = wide.map((_, place) => String(place));
      await job().put({ table: 'wide', columns: wide, rows: [row, row] });
      expect((await job().readTable('wide')).rows).toEqual([row, row]);
    });

    it('reads and writes 100,000 rows in their batches', async () => {
      const rows = Array.from({ length: 100_000 }, (_, n) => [String(n), `row ${n}`]);
      await job().put({ table: 'many', columns: ['id:integer', 'name:string'], rows });
      const summary = 'SELECT count(*) AS n, min(id) AS a, max(id) AS b FROM many';
      expect((await job().query(summary)).rows).toEqual([['100000', '0', '99999']]);
      const read = (await job().query('SELECT id, name FROM many ORDER BY id')).rows;
      expect(read).toEqual(rows);
    });

    it('reads at most so many rows as it may', async () => {
      const source = { kind: 'query' as const, texts: [`${series(5_000)} ORDER BY n`], values: [] };
      expect((await job().read(source, 3)).rows).toEqual([['1'], ['2'], ['3']]);
      expect((await job().read(source)).rows).toHaveLength(5_000);
    });

    it('sends values beside the query', async () => {
      await job().put(people('replace', ['1', "' OR 1=1 --"], ['2', '\\']));
      const sql = 'SELECT id FROM people WHERE name = ? AND id < ? -- and a comment';
      expect((await job().query(sql, ["' OR 1=1 --", 9])).rows).toEqual([['1']]);
      expect((await job().query(sql, ["' OR 1=1 --", null])).rows).toEqual([]);
      expect((await job().query('SELECT id FROM people WHERE name = ?;', ['\\'])).rows).toEqual([
        ['2'],
      ]);
    });

    it.each([
      ['several statements', 'SELECT 1 AS a; DROP TABLE people'],
      ['several statements in parentheses', 'SELECT 1 AS a) AS q; DROP TABLE people; --'],
      ['DDL', 'DROP TABLE people'],
      ['a write', 'DELETE FROM people'],
      ['a write that returns rows', "INSERT INTO people VALUES (3, 'x') RETURNING id"],
      ['an unknown table', 'SELECT * FROM no_such_table'],
      ['two columns of one name', 'SELECT 1 AS a, 2 AS a'],
      ['a syntax error', 'SELEC 1'],
      ['no statement', '-- nothing'],
    ])('refuses %s by a sentence, and changes nothing', async (_what, sql) => {
      await job().put(people('replace', ['1', 'a']));
      await expect(job().query(sql)).rejects.toThrow(/^The connection "Own" \(.*\): .*\.$/s);
      expect(await seen()).toEqual([['1', 'a']]);
    });

    it.each([
      ['a value in quotes', "SELECT id FROM people WHERE name = '?'", ['a'], 'without them'],
      ['a value in a pattern', "SELECT id FROM people WHERE name LIKE '%?%'", ['a'], 'join texts'],
      ['several statements', 'SELECT 1 AS a; DROP TABLE people', [], 'Keep one SELECT.'],
      ['a write', 'DELETE FROM people', [], 'Begin with SELECT or WITH'],
      ['no statement', '-- nothing', [], 'Write a SELECT.'],
    ])('states how to correct %s', async (_what, sql, values, correction) => {
      await job().put(people('replace', ['1', 'a']));
      await expect(job().query(sql, values)).rejects.toThrow(correction);
      const valid = "SELECT ';' AS a -- b; DROP";
      expect((await job().query(`${valid}\n;`)).rows).toEqual([[';']]);
    });

    it('replaces, appends, and refuses an existing table', async () => {
      await job().put({ table: 'people', columns: ['other:float'], rows: [['1']] });
      await job().put(people('replace', ['1', 'a']));
      await job().put(people('append', ['2', 'b']));
      await expect(job().put(people('fail', ['3', 'c']))).rejects.toThrow('exists already');
      expect(await seen()).toEqual([
        ['1', 'a'],
        ['2', 'b'],
      ]);
    });

    it.each(['replace', 'append', 'fail', 'upsert'] as const)(
      'creates a table by %s when there is none',
      async (mode) => {
        await job().put(people(mode, ['1', 'a'], ['2', null]));
        expect(await seen()).toEqual([
          ['1', 'a'],
          ['2', null],
        ]);
      },
    );

    it('updates rows with equal keys and adds the others', async () => {
      await job().put(people('upsert', ['1', 'a'], ['2', 'b']));
      await job().put(people('upsert', ['2', 'B'], ['3', 'c']));
      expect(await seen()).toEqual([
        ['1', 'a'],
        ['2', 'B'],
        ['3', 'c'],
      ]);
      await expect(job().put(people('upsert', ['4', 'x'], ['4', 'y']))).rejects.toThrow(
        'Two rows have the same values in the key columns id.',
      );
      expect(await seen()).toHaveLength(3);
    });

    it('compares keys of text as the service does: letter case, accents and blanks differ', async () => {
      const keyed = (...rows: TestTable['rows'][number][]): TestTable => ({
        table: 'people',
        mode: 'upsert',
        keys: ['name', 'id'],
        columns: ['id:integer', 'name:string', 'v:string'],
        rows,
      });
      const texts = ['a', 'A', 'a ', 'ä', ''];
      await job().put(keyed(...texts.map((text) => ['1', text, 'old'])));
      await job().put(keyed(['1', 'A', 'new'], ['2', 'A', 'other']));
      const { rows } = await job().query(
        "SELECT id, name FROM people WHERE v <> 'old' ORDER BY id",
      );
      expect(rows).toEqual([
        ['1', 'A'],
        ['2', 'A'],
      ]);
      expect((await job().readTable('people')).rows).toHaveLength(6);
    });

    it('refuses an upsert without a unique index on the keys, and one of a missing key', async () => {
      await job().put(people('replace', ['1', 'a']));
      await expect(job().put(people('upsert', ['1', 'b']))).rejects.toThrow('unique index');
      expect(await seen()).toEqual([['1', 'a']]);
      await rig.execute('DROP TABLE people');
      await expect(job().put(people('upsert', [null, 'b']))).rejects.toThrow('"Own"');
    });

    it.each(['replace', 'append', 'upsert'] as const)(
      'shows nothing of %s before the commit, and leaves the table as it was after a rollback',
      async (mode) => {
        await job().put(people('upsert', ['1', 'a']));
        const changed = mode === 'append' ? '3' : '1';
        const write = await job().write(people(mode, [changed, 'b'], ['2', 'b']));
        if (!readersWaitFor.includes(mode)) expect(await seen()).toEqual([['1', 'a']]);
        await write.rollback();
        expect(await seen()).toEqual([['1', 'a']]);
      },
    );

    it('leaves the table as it was when a row fails', async () => {
      await rig.execute('CREATE TABLE people (id INTEGER, name VARCHAR(20), CHECK (id < 3))');
      await rig.execute("INSERT INTO people VALUES (1, 'a')");
      const write = people('append', ['2', 'b'], ['3', 'c']);
      await expect(job().put(write)).rejects.toThrow('"Own"');
      expect(await seen()).toEqual([['1', 'a']]);
    });

    it('writes two tables of one job, which become visible together or not at all', async () => {
      const one = people('replace', ['1', 'a']);
      const other = { ...people('replace', ['2', 'b']), table: 'twins' };
      await rig.execute('DROP TABLE IF EXISTS twins');
      const both = async (): Promise<readonly PendingWrite[]> => {
        const own = job();
        return [await own.write(one), await own.write(other)];
      };
      for (const write of await both()) await write.rollback();
      await expect(job().readTable('people')).rejects.toThrow('people');
      for (const write of await both()) await write.commit();
      expect(await seen()).toEqual([['1', 'a']]);
      expect((await job().readTable('twins')).rows).toEqual([['2', 'b']]);
    });

    it.each([
      'Order Items',
      'Kundenaufträge',
      '2024_orders',
      'sales-2024',
      'select',
      'a:b %s',
      'Order "1"',
      "it's `one`",
    ])('reads, writes and replaces the table %j', async (table) => {
      await rig.execute(`DROP TABLE IF EXISTS ${quoted(table)}`);
      const rows = [['1'], ['2']];
      const columns = ['a:integer'] as const;
      await job().put({ table, columns, rows: rows.slice(0, 1), mode: 'fail' });
      await job().put({ table, columns, rows: rows.slice(1), mode: 'append' });
      expect(new Set((await job().readTable(table)).rows)).toEqual(new Set(rows));
      await job().put({ table, columns, rows, mode: 'replace' });
      expect((await job().query(`SELECT a FROM ${quoted(table)} ORDER BY a`)).rows).toEqual(rows);
    });
  });
}
