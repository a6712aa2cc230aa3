import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isMysqlOutOfRange } from '../../../runner/connectors/providers/mysql/mysql-errors.ts';
import { readMysql } from '../../../runner/connectors/providers/mysql/mysql-read.ts';
import { mysqlTypedQuery } from '../../../runner/connectors/providers/mysql/mysql-typed-query.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import type { MariadbRig } from '../../support/mariadb.ts';
import { startMariadb } from '../../support/database-rigs/mariadb-rig.ts';
import { DatabaseFlows, type DatabaseRun } from '../../support/database-flows.ts';

let rig: MariadbRig;
let flows: DatabaseFlows;

beforeAll(async () => {
  rig = await startMariadb();
  flows = await DatabaseFlows.open(rig);
});
afterAll(async () => {
  await flows.close();
});
beforeEach(async () => {
  await rig.execute('DROP TABLE IF EXISTS t');
});

type Step = readonly [type: string, config: JsonObject];

const filtered = (column: string, operator: string, value: string | number): Step => [
  'filterRows',
  { column, operator, value },
];
const grouped = (by: string, column: string, aggregate: string): Step => [
  'groupByAggregate',
  { group_by: [by], aggregations: { [column]: aggregate } },
];
const calculated = (expression: string): Step => [
  'calculatedColumn',
  { column_name: 'made', expression },
];
const sorted = (column: string): Step => ['sortRows', { columns: [column] }];

function isPushed({ result }: DatabaseRun): boolean {
  return result.nodeResults?.some(({ pushed_down: is }) => is === true) === true;
}

/** Rows in no order. */
function shown(run: DatabaseRun): unknown {
  const cells = (run.table?.rows ?? []).map((row) => row.map(String).join('|'));
  return { columns: run.table?.columns, cells: cells.toSorted() };
}

/** Both runs have the same rows, types and warnings. @returns whether the database computed nodes, and its rows */
async function checked(
  nodes: readonly Step[],
  input: JsonObject = { table: 't' },
): Promise<{ readonly pushed: boolean; readonly rows: readonly (readonly unknown[])[] }> {
  const pushed = await flows.run({ input, nodes });
  const read = await flows.run({ input, nodes, pushdown: false });
  expect(pushed.result.errorMessage).toBe(read.result.errorMessage);
  expect(shown(pushed)).toEqual(shown(read));
  const [warned, expected] = [pushed, read].map(({ result }) => result.nodeResults?.[0]?.warnings);
  expect(warned).toEqual(expected);
  return { pushed: isPushed(pushed), rows: pushed.table?.rows ?? [] };
}

describe('texts that MariaDB computes with', () => {
  it.each([
    ['utf8mb4', 'VARCHAR(20)'],
    ['latin1', 'VARCHAR(20)'],
    ['utf8mb4', 'LONGTEXT'],
    ['latin1', "ENUM('b', 'A', 'a', 'é', 'e')"],
  ])('differ in letter case, accents and blanks at their ends: %s %s', async (charset, type) => {
    await rig.execute(`CREATE TABLE t (word ${type} CHARACTER SET ${charset}, n INT)`);
    const words = type.startsWith('ENUM') ? "('a',1),('A',2),('é',3),('e',4),('b',5)" : null;
    await rig.execute(
      `INSERT INTO t VALUES ${words ?? "('a',1),('a ',2),('A',3),('é',4),('e',5),('',6),(' ',7)"}`,
    );
    for (const nodes of [
      [filtered('word', '==', 'a')],
      [filtered('word', '<', 'b')],
      [['filterRows', { column: 'word', operator: 'in', value: ['A', 'é'] }] as const],
      [calculated("startswith(word, 'A') or endswith(word, ' ') or contains(word, 'e')")],
      [grouped('word', 'n', 'sum')],
      [calculated('n > 3'), ['groupByAggregate', DISTINCT_WORDS] as const],
      [['selectColumns', { columns: ['word'] }] as const, ['removeDuplicates', {}] as const],
      [sorted('word')],
    ]) {
      expect((await checked(nodes)).pushed).toBe(true);
    }
    const { rows } = await checked([sorted('word')]);
    const expected = rows.map(([word]) => Buffer.from(String(word)).toString('hex'));
    expect(expected).toEqual(expected.toSorted());
  });

  it('are compared in all of their bytes, by the engine where they are long keys', async () => {
    await rig.execute('CREATE TABLE t (word LONGTEXT, n INT)');
    await rig.execute("INSERT INTO t SELECT concat(repeat('x', 2000), seq), seq FROM seq_1_to_5");
    for (const nodes of [
      [grouped('word', 'n', 'sum')],
      [sorted('word')],
      [['removeDuplicates', { subset: ['word'], keep: false }] as const],
      [calculated('n > 0'), ['groupByAggregate', DISTINCT_WORDS] as const],
    ]) {
      const { pushed, rows } = await checked(nodes);
      expect(pushed).toBe(false);
      expect(rows.length).toBeGreaterThan(0);
    }
  });

  it('may have quotes, backslashes, wildcards and NUL', async () => {
    await rig.execute('CREATE TABLE t (word VARCHAR(20))');
    await rig.execute("INSERT INTO t VALUES ('a%'), ('a_'), ('a\\'), ('''\"`'), (X'6100'), ('ab')");
    for (const word of ['a%', 'a_', 'a\\', `'"\``]) {
      const { pushed, rows } = await checked([filtered('word', '==', word)]);
      expect([pushed, rows]).toEqual([true, [[word]]]);
      const found = await checked([filtered('word', 'contains', word)]);
      expect([found.pushed, found.rows]).toEqual([true, [[word]]]);
    }
    const all = await checked([calculated('length(word)')]);
    expect(all.rows).toContainEqual(['a\0', 2n]);
  });

  it('are the digits of bytes', async () => {
    await rig.execute('CREATE TABLE t (v VARBINARY(9), i TIME(3))');
    await rig.execute("INSERT INTO t VALUES (X'00FF', '-10:00:00.5'), (NULL, '1:00')");
    const { pushed, rows } = await checked([filtered('v', '==', '00ff')]);
    expect([pushed, rows]).toEqual([true, [['00ff', '-10:00:00.500']]]);
  });
});

const DISTINCT_WORDS: JsonObject = { group_by: ['made'], aggregations: { word: 'nunique' } };

describe('numbers that MariaDB computes with', () => {
  it.each([
    ['the least', ['-9223372036854775807', '-1'], true],
    ['the greatest', ['9223372036854775806', '1'], true],
    ['one above the greatest', ['9223372036854775807', '1'], false],
    ['one below the least', ['-9223372036854775808', '-1'], false],
  ])('have sums as the engines: %s', async (_what, values, isPossible) => {
    await rig.execute('CREATE TABLE t (k INT, n BIGINT)');
    await rig.execute(`INSERT INTO t VALUES ${values.map((value) => `(1, ${value})`).join()}`);
    expect((await checked([grouped('k', 'n', 'sum')])).pushed).toBe(isPossible);
  });

  it.each<[string, string, Step, boolean]>([
    ['TINYINT(1)', '(0), (1), (NULL)', filtered('v', '==', 1), true],
    ['TINYINT(1)', '(0), (2)', filtered('v', '==', 2), false],
    ['TINYINT(1) UNSIGNED', '(0), (2)', filtered('v', '==', 2), true],
    ['BIGINT UNSIGNED', '(9223372036854775807), (0)', filtered('v', '>', 5), true],
    ['BIGINT UNSIGNED', '(18446744073709551615), (0)', sorted('v'), false],
    ['BIGINT UNSIGNED', '(0), (7)', calculated('v > -1'), true],
    ['BIT(9)', "(b'100000001'), (b'1')", filtered('v', '==', 257), true],
    ['BIT(64)', '(18446744073709551615)', sorted('v'), false],
    ['INT ZEROFILL', '(7), (70)', calculated('cast(v as string)'), true],
    ['YEAR', '(1970), (2024)', filtered('v', '==', 70), true],
    ['DECIMAL(18,0)', '(7), (999999999999999999)', filtered('v', '>', 7), true],
    ['DECIMAL(10,2)', '(0.10), (12.5), (NULL)', filtered('v', '==', 0.1), true],
    ['DECIMAL(38,10)', '(0.1), (123456789012345.5)', filtered('v', '>', 0.05), true],
    ['DECIMAL(38,10)', '(0.1), (12345678901234567890.5)', filtered('v', '>', 0.05), false],
    ['FLOAT', '(0.1), (1234567.8)', filtered('v', '==', 0.1), true],
    ['DOUBLE(10,2)', '(0.1), (0.126)', filtered('v', '==', 0.13), true],
    ['DOUBLE', '(0.1), (0), (-0.5), (1e300)', calculated('-v'), true],
    ['DOUBLE', '(0.1), (0), (-0.5), (1e300)', calculated('ceil(v) * 0.1'), true],
    ['DOUBLE', '(0.1), (1e308)', calculated('v * 10.0'), false],
    ['DOUBLE', '(0.1), (0), (NULL)', calculated('1 / v'), false],
  ])('are those of a read: %s of %s', async (type, values, node, isComputed) => {
    await rig.execute(`CREATE TABLE t (v ${type})`);
    await rig.execute(`INSERT INTO t VALUES ${values}`);
    expect((await checked([node])).pushed).toBe(isComputed);
  });

  it.each(['mean', 'std', 'var'])('have a %s with all of its digits', async (aggregate) => {
    await rig.execute('CREATE TABLE t (k INT, n INT)');
    await rig.execute('INSERT INTO t VALUES (1, 1), (1, 2), (1, 2), (2, 5)');
    const nodes = [grouped('k', 'n', aggregate), filtered('k', '==', 1)];
    const run = await flows.run({ input: { table: 't' }, nodes });
    const exact = { mean: 5 / 3, std: Math.sqrt(1 / 3), var: 1 / 3 }[aggregate];
    expect(isPushed(run)).toBe(true);
    expect(run.table?.rows[0]?.[1]).toBeCloseTo(exact ?? 0, 12);
  });
});

describe('dates that MariaDB computes with', () => {
  it.each<[string, string, boolean]>([
    ['DATE', "('2024-02-29'), (NULL), ('0001-01-01')", true],
    ['DATETIME(6)', "('2024-02-29 23:59:59.999999'), ('1969-12-31 23:59:59.5')", true],
    ['DATETIME', "('2024-02-29 23:59:59')", true],
    ['TIMESTAMP NULL', "('2024-02-29 23:59:59')", true],
    ['DATE', "('0000-00-00'), ('2024-02-29')", false],
    ['DATE NOT NULL', "('0000-00-00'), ('2024-02-29')", false],
    ['DATETIME', "('2024-00-10'), ('2024-02-29')", false],
    ['DATE', "('2024-02-31'), ('2024-02-29')", false],
    ['TIMESTAMP NULL', "('0000-00-00')", false],
  ])('are those of calendars: %s of %s', async (type, values, isComputed) => {
    await rig.execute(`CREATE TABLE t (at ${type}, n INT)`);
    await rig.execute("SET SESSION sql_mode = 'ALLOW_INVALID_DATES'");
    await rig.execute(`INSERT INTO t (at) VALUES ${values}`);
    for (const node of [
      filtered('at', '>=', '2024-02-29'),
      calculated('hour(at) + 0.5'),
      calculated('at is null'),
      sorted('at'),
      grouped('at', 'n', 'count'),
    ]) {
      expect((await checked([node])).pushed).toBe(isComputed);
    }
  });
});

describe('cells that another program changes while the run begins', () => {
  it.each([
    ['BOOLEAN', '1', '2'],
    ['BIGINT UNSIGNED', '1', '9223372036854775808'],
    ['DATE', "'2024-02-29'", "'0000-00-00'"],
  ])('are left to the engine: a cell of %s', async (type, old, now) => {
    await rig.execute(`CREATE TABLE t (v ${type})`);
    await rig.execute(`INSERT INTO t VALUES (${old})`);
    const target = { connection: { ...NO_FIELDS, ...rig.fields }, secret: null };
    const query = await mysqlTypedQuery(target, { kind: 'table', schema: null, table: 't' });
    if (query === null) throw new Error('the cells are those of their type');
    await rig.execute(`UPDATE t SET v = ${now}`);
    const folder = await mkdtemp(path.join(tmpdir(), 'millrace-changed-'));
    const source = { kind: 'query', ...query.text } as const;
    const { columns } = query;
    const read = { source, columns, maxRows: null, file: path.join(folder, 'rows.csv') };
    const error = await readMysql(target, read).catch((reason: unknown) => reason);
    expect(isMysqlOutOfRange(error)).toBe(true);
    await rm(folder, { recursive: true });
  });
});

const NO_FIELDS = { id: 'c', name: 'Own', options: null, secret: null } as const;

describe('sources that MariaDB computes over', () => {
  it('are evaluated before the filters of the flow: a query and a view', async () => {
    await rig.execute('CREATE TABLE t (v TEXT, kind VARCHAR(9))');
    await rig.execute(`INSERT INTO t VALUES ('8', 'n'), ('', 'none'), ('9', 'n')`);
    const query = "SELECT 9223372036854775799 + v DIV 1 AS n, kind FROM t WHERE kind = 'n'";
    const strict = `SELECT n FROM (SELECT CASE kind WHEN 'n' THEN v ELSE 'x' END AS n FROM t WHERE kind = 'n') AS i`;
    await rig.execute(`CREATE OR REPLACE VIEW strict AS ${strict}`);
    for (const input of [{ mode: 'query', query: strict }, { table: 'strict' }]) {
      const { pushed, rows } = await checked([filtered('n', '==', '9')], input);
      expect([pushed, rows]).toEqual([true, [['9']]]);
    }
    const failing = await checked([filtered('n', '>', 0)], { mode: 'query', query });
    expect(failing.rows).toEqual([]);
  });

  it('may have computed columns, and names with backticks', async () => {
    await rig.execute('CREATE TABLE t (`a``"b` INT, `C` INT)');
    await rig.execute('INSERT INTO t VALUES (1, 2), (3, 4)');
    const nulls = await checked([filtered('n', '==', 1)], {
      mode: 'query',
      query: 'SELECT NULL AS nothing, 1 AS n',
    });
    expect(nulls.pushed).toBe(false);
    const query =
      "SELECT `a``\"b`, `C` > 2 AS more, TRUE AS yes, count(*) OVER () AS n, 'é' AS word, now() > 0 AS today, 1.50 AS price FROM t";
    const { pushed } = await checked([filtered('more', '==', 1)], { mode: 'query', query });
    expect(pushed).toBe(true);
  });

  it('have keys that an index finds', async () => {
    await rig.execute('CREATE TABLE t (id BIGINT UNSIGNED PRIMARY KEY, at DATETIME, KEY (at))');
    await rig.execute(
      "INSERT INTO t SELECT seq, '2024-01-01' + INTERVAL seq MINUTE FROM seq_1_to_5000",
    );
    await rig.execute('ANALYZE TABLE t');
    for (const [expression, value] of [
      ['id == 77', '77'],
      ["at < '2024-01-01T00:05:00'", "'2024-01-01 00:05:00'"],
    ] as const) {
      const run = await flows.run({
        input: { table: 't' },
        nodes: [['filterExpression', { expression }]],
      });
      const statement = run.result.nodeResults?.[1]?.statement ?? '';
      const plan = await rig.rows(`EXPLAIN ${statement.replace('$1', value)}`);
      expect(run.table?.rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(plan)).toMatch(/"(?:PRIMARY|at)"/);
    }
  });

  it('are read by the engine where a statement has more values than the server accepts', async () => {
    await rig.execute('CREATE TABLE t (id INT)');
    await rig.execute('INSERT INTO t VALUES (3), (80000)');
    const value = Array.from({ length: 66_000 }, (_, place) => place);
    const nodes: Step[] = [['filterRows', { column: 'id', operator: 'in', value }]];
    const { pushed, rows } = await checked(nodes);
    expect([pushed, rows]).toEqual([false, [[3n]]]);
  });

  it('may have thousands of texts in one list', async () => {
    await rig.execute('CREATE TABLE t (word VARCHAR(9))');
    await rig.execute("INSERT INTO t VALUES ('W7'), ('w7 '), ('w8')");
    const value = Array.from({ length: 3000 }, (_, place) => `w${place}`);
    const nodes: Step[] = [['filterRows', { column: 'word', operator: 'in', value }]];
    const { pushed, rows } = await checked(nodes);
    expect([pushed, rows]).toEqual([true, [['w8']]]);
  });
});
