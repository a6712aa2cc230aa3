import { readingStatement } from './mssql-statement.ts';

/** A query is accepted as it is, or throws. */
function checked(text: string): string {
  return readingStatement({ texts: [text], values: [] }).sql;
}

describe('a query of SQL Server', () => {
  it.each([
    "SELECT [update], \"delete\" AS [drop], 'exec; it''s' AS insert_time FROM dbo.[into]",
    'SELECT [a]]; drop table b] FROM t -- delete from t; --',
    'SELECT 1 AS a /* exec sp_who; /* insert */ drop */ FROM t',
    "SELECT N'delete' AS a, updated, deleted_at, execution, @p0 FROM t",
    'SELECT a FROM t UNION ALL SELECT b FROM u EXCEPT SELECT c FROM v',
    '(SELECT 1 AS a) UNION (SELECT 2)',
    'WITH a AS (SELECT 1 AS n), b AS (SELECT n FROM a) SELECT n FROM b WHERE n IN (SELECT n FROM a)',
    'SELECT a.n FROM a INNER MERGE JOIN b ON a.n = b.n OPTION (MERGE JOIN)',
    "SELECT n FROM t OPTION (USE HINT ('DISABLE_OPTIMIZER_ROWGOAL'))",
    'SELECT 1, 1.5, .5, 1e5, 1.5E-3, 0xFFAB, 0x, $1.5, -1, a1, b2.c3 FROM t1',
    'SELECT n FROM t ORDER BY n OFFSET 0 ROWS FETCH NEXT 1 ROWS ONLY',
    'SELECT next, value FROM t FOR JSON AUTO',
  ])('is accepted with words of writes in names, texts, comments and hints: %s', (text) => {
    expect(checked(text)).toBe(text);
  });

  it.each([
    ['SELECT * INTO b FROM t', 'the word INTO'],
    ['SELECT 1 AS a EXEC sp_who', 'the word EXEC'],
    ["SELECT 1 AS a execute xp_cmdshell 'dir'", 'the word EXECUTE'],
    ["SELECT * FROM OPENROWSET(BULK 'c:/x', SINGLE_CLOB) AS x", 'the word OPENROWSET'],
    ['SELECT 1 AS a MERGE t USING u ON 1 = 1 WHEN MATCHED THEN DELETE', 'the word MERGE'],
    ['SELECT 1 AS a USE master', 'the word USE'],
    ['SELECT 1 AS a DISABLE TRIGGER ALL ON DATABASE', 'the word TRIGGER'],
    ['SELECT a.[b]DELETE FROM t', 'the word DELETE'],
    ["SELECT 'a'DELETE FROM t", 'the word DELETE'],
    ['SELECT 1/**/DELETE FROM t', 'the word DELETE'],
    ['SELECT (1)DELETE FROM t', 'the word DELETE'],
    ['SELECT 1; SELECT 2', 'more than one statement'],
    ['SELECT 1 AS a SELECT 2 AS b', 'more than one statement'],
    ['SELECT 1 AS a UNION SELECT 2 SELECT 3', 'more than one statement'],
    ['SELECT NEXT VALUE FOR dbo.numbers AS n', 'NEXT VALUE FOR'],
    ['xp_cmdshell', 'must begin with SELECT'],
  ])('is refused when it writes, or is more than one: %s', (text, why) => {
    expect(() => checked(text)).toThrow(why);
  });

  it.each([
    '1e5SHUTDOWN',
    '1eEXEC sp_who',
    '1EXEC sp_who',
    '0x1KILL 55',
    '$1DELETE t',
    '.5DROP TABLE t',
  ])(
    'is refused with a statement directly behind a number, where the server could read it: %s',
    (text) => {
      expect(() => checked(`SELECT ${text}`)).toThrow('letters directly behind a number');
    },
  );
});
