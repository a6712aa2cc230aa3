import type { JsonObject } from '../../../runner/domain/json.ts';
import { isSqliteOutOfRange } from '../../../runner/connectors/providers/sqlite/sqlite-errors.ts';
import { sqliteTypedQuery } from '../../../runner/connectors/providers/sqlite/sqlite-typed-query.ts';
import { startSqlite, type SqliteRig } from '../../support/database-rigs/sqlite-rig.ts';
import { DatabaseFlows, type DatabaseRun } from '../../support/database-flows.ts';

let rig: SqliteRig;
let flows: DatabaseFlows;

beforeAll(async () => {
  rig = startSqlite();
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

function errorOf(work: () => unknown): unknown {
  try {
    work();
    return null;
  } catch (error) {
    return error;
  }
}

function isPushed({ result }: DatabaseRun): boolean {
  return result.nodeResults?.some(({ pushed_down: is }) => is === true) === true;
}

describe('the nodes that SQLite computes', () => {
  it('distinguish letter case where the collation of a column does not', async () => {
    rig.database.exec('CREATE TABLE cased (word TEXT COLLATE NOCASE)');
    rig.database.exec("INSERT INTO cased VALUES ('a'), ('A'), ('b')");
    const input = { table: 'cased' };
    const one = await flows.run({ input, nodes: [filtered('word', '==', 'A')] });
    expect(isPushed(one)).toBe(true);
    expect(one.table?.rows).toEqual([['A']]);
    const all = await flows.run({ input, nodes: [['removeDuplicates', {}]] });
    expect(isPushed(all)).toBe(true);
    expect(all.table?.rows).toHaveLength(3);
    const sorted = await flows.run({ input, nodes: [['sortRows', { columns: ['word'] }]] });
    expect(isPushed(sorted)).toBe(true);
    expect(sorted.table?.rows).toEqual([['A'], ['a'], ['b']]);
  });

  it('compare texts as texts where a column declares numbers', async () => {
    rig.database.exec('CREATE TABLE numeric (n NUMERIC)');
    rig.database.exec("INSERT INTO numeric VALUES ('a'), ('-')");
    const run = await flows.run({ input: { table: 'numeric' }, nodes: [filtered('n', '<', '5')] });
    expect(isPushed(run)).toBe(true);
    expect(run.table?.rows).toEqual([['-']]);
  });

  it('compute with floats where a column has integers, too', async () => {
    rig.database.exec('CREATE TABLE mixed (n)');
    rig.database.exec('INSERT INTO mixed VALUES (9007199254740992), (0.5)');
    const nodes = [filtered('n', '==', 9007199254740992)];
    for (const pushdown of [true, false]) {
      const run = await flows.run({ input: { table: 'mixed' }, nodes, pushdown });
      expect(isPushed(run)).toBe(pushdown);
      expect(run.table?.rows).toEqual([[9007199254740992]]);
    }
  });

  it.each<[string, string, number]>([
    ['cells of several types', "(1), ('x')", 2],
    ['floats and an integer that a float rounds', '(9007199254740993), (0.5)', 2],
    ['bytes', "(x'00'), (NULL)", 2],
    ['texts with NUL', "('a' || char(0) || 'b'), ('a')", 2],
    ['texts that are no UTF-8', "(CAST(x'61ff' AS TEXT)), ('a')", 2],
  ])('are none where a column has %s', async (what, values, rows) => {
    const table = `t_${what.replaceAll(/\W/g, '_')}`;
    rig.database.exec(`CREATE TABLE ${table} (v)`);
    rig.database.exec(`INSERT INTO ${table} VALUES ${values}`);
    const run = await flows.run({ input: { table }, nodes: [['removeDuplicates', {}]] });
    expect(isPushed(run)).toBe(false);
    expect(run.table?.rows).toHaveLength(rows);
  });

  it('read datetimes as a read does: without seconds, with a fraction, and before 1970', async () => {
    rig.database.exec('CREATE TABLE moments (at DATETIME)');
    rig.database.exec(`INSERT INTO moments VALUES ('2024-02-29'), ('2024-02-29T10:30'), (NULL),
      ('1969-12-31 23:59:59.5'), ('2024-02-29 10:30:00.123456'), ('2024-02-29 10:30.25')`);
    const nodes: [string, JsonObject][] = [
      ['calculatedColumn', { column_name: 'second', expression: 'second(at)' }],
    ];
    const [pushed, read] = [
      await flows.run({ input: { table: 'moments' }, nodes }),
      await flows.run({ input: { table: 'moments' }, nodes, pushdown: false }),
    ];
    expect([pushed, read].map(isPushed)).toEqual([true, false]);
    expect(pushed.table).toEqual(read.table);
    expect(pushed.table?.rows[3]).toEqual([-500_000n, 59n]);
  });

  it('read texts where a column that declares datetimes has others', async () => {
    rig.database.exec('CREATE TABLE days (day DATE)');
    rig.database.exec("INSERT INTO days VALUES ('2024-02-29'), ('2024-02-30')");
    const nodes = [filtered('day', '==', '2024-02-30')];
    const run = await flows.run({ input: { table: 'days' }, nodes });
    expect(isPushed(run)).toBe(true);
    expect(run.table?.rows).toEqual([['2024-02-30']]);
  });

  it.each([
    '2024-02-30 10:00:00',
    '2024-01-01 24:00:00',
    '2024-01-01 23:59:60',
    '2024-04-31',
    '0000-13-01',
  ])('read a text where a read does: %s', async (text) => {
    rig.database.exec('DROP TABLE IF EXISTS near; CREATE TABLE near (at DATETIME)');
    rig.database.exec(`INSERT INTO near VALUES ('2024-02-29 10:00:00'), ('${text}')`);
    const nodes = [filtered('at', '==', text)];
    for (const pushdown of [true, false]) {
      const run = await flows.run({ input: { table: 'near' }, nodes, pushdown });
      expect(isPushed(run)).toBe(pushdown);
      expect(run.table?.rows).toEqual([[text]]);
    }
  });

  it('leave the conditions of a query and of a view before their own', async () => {
    rig.database.exec('CREATE TABLE texts (value TEXT, kind TEXT)');
    rig.database.exec(
      `INSERT INTO texts VALUES ('{"n": 7}', 'json'), ('x', 'text'), ('{"n": 9}', 'json')`,
    );
    const query = "SELECT json_extract(value, '$.n') AS n, kind FROM texts WHERE json_valid(value)";
    rig.database.exec(`CREATE VIEW numbers AS ${query}`);
    for (const input of [{ mode: 'query', query }, { table: 'numbers' }]) {
      const run = await flows.run({ input, nodes: [filtered('n', '>', 7)] });
      expect(run.result.errorMessage).toBeNull();
      expect(isPushed(run)).toBe(true);
      expect(run.table?.rows).toEqual([[9n, 'json']]);
    }
  });

  it('are evaluated by the engine where a statement has more values than SQLite accepts', async () => {
    rig.database.exec('CREATE TABLE ids (id INTEGER)');
    rig.database.exec('INSERT INTO ids VALUES (3), (40000)');
    const value = Array.from({ length: 33_000 }, (_, place) => place);
    const nodes: [string, JsonObject][] = [['filterRows', { column: 'id', operator: 'in', value }]];
    const run = await flows.run({ input: { table: 'ids' }, nodes });
    expect(run.result.errorMessage).toBeNull();
    expect(isPushed(run)).toBe(false);
    expect(run.table?.rows).toEqual([[3n]]);
  });

  it.each([
    ['INTEGER', '1', "'x'"],
    ['REAL', '0.5', "'x'"],
    ['BOOLEAN', '1', '2'],
    ['DATE', "'2024-02-29'", "'x'"],
    ['TEXT', "'x'", "x'00'"],
  ])(
    'are left to the engine where a cell of %s changed its type since the scan',
    (type, old, now) => {
      const { database } = rig;
      database.exec(`CREATE TABLE changing (v ${type}); INSERT INTO changing VALUES (${old})`);
      const source = { kind: 'table', schema: null, table: 'changing' } as const;
      const query = sqliteTypedQuery(database, source);
      database.exec(`UPDATE changing SET v = ${now}`);
      const read = database.prepare(query?.text.texts.join('?') ?? '');
      expect(isSqliteOutOfRange(errorOf(() => read.all()))).toBe(true);
      database.exec('DROP TABLE changing');
    },
  );

  it('are none in a file whose texts are in UTF-16, which has another order', async () => {
    const other = startSqlite();
    other.database.exec("PRAGMA encoding = 'UTF-16le'");
    const wide = await DatabaseFlows.open(other);
    try {
      other.database.exec('CREATE TABLE words (word TEXT)');
      other.database.exec("INSERT INTO words VALUES ('b'), ('ā'), ('a')");
      const nodes: [string, JsonObject][] = [['sortRows', { columns: ['word'] }]];
      const run = await wide.run({ input: { table: 'words' }, nodes });
      expect(isPushed(run)).toBe(false);
      expect(run.table?.rows).toEqual([['a'], ['b'], ['ā']]);
    } finally {
      await wide.close();
    }
  });
});
