import { existsSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { startSqlite } from '../../../../test/support/database-rigs/sqlite-rig.ts';
import { describeSqlDriver } from '../../../../test/support/sql-driver-contract.ts';
import { SqlJob } from '../../../../test/support/sql-job.ts';
import { quotedIdentifier } from '../../sql/identifier.ts';

describeSqlDriver('SQLite', startSqlite, {
  quoted: quotedIdentifier,
  series: (count) =>
    `WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${count}) SELECT n FROM s`,
});

describe('writing to SQLite', () => {
  let rig: ReturnType<typeof startSqlite>;
  let job: SqlJob;

  beforeEach(() => {
    rig = startSqlite();
    job = new SqlJob(rig.fields);
  });

  afterEach(async () => {
    await rig.close();
  });

  const numbers = (...cells: (string | null)[]): Parameters<SqlJob['put']>[0] => ({
    table: 't',
    columns: ['v:float'],
    rows: cells.map((cell) => [cell]),
  });

  it('stores a float that is no number as null, and infinity as it is', async () => {
    await job.put(numbers('NaN', 'inf', '-inf', '1.0'));
    expect((await job.readTable('t')).rows).toEqual([[null], ['Infinity'], ['-Infinity'], ['1']]);
  });

  it.each(['append', 'upsert'] as const)(
    'names the column that the table lacks when it has to %s rows',
    async (mode) => {
      await job.put(numbers('1'));
      const rows = { table: 't', mode, keys: mode === 'upsert' ? ['k'] : [], rows: [['1', '2']] };
      await expect(job.put({ ...rows, columns: ['k:integer', 'v:float'] })).rejects.toThrow(
        /^The connection "Own" .*: The table "t" has no column "k"\. Add it to the table, drop it/,
      );
    },
  );

  it('fails by a sentence when another program keeps the file locked', async () => {
    rig.database.exec('BEGIN IMMEDIATE');
    await expect(job.write(numbers('1'))).rejects.toThrow(
      /"Own".*: another program uses the file, and did not finish in time/,
    );
    rig.database.exec('ROLLBACK');
    await job.put(numbers('1'));
  });

  it('creates a file in a folder that exists, only when it writes', async () => {
    const file = `${rig.fields.database ?? ''}.new`;
    const fresh = new SqlJob({ provider: 'sqlite', database: file });
    await expect(fresh.readTable('t')).rejects.toThrow('the file does not exist');
    await fresh.put(numbers('1'));
    expect((await fresh.readTable('t')).rows).toEqual([['1']]);
    const lost = new SqlJob({ provider: 'sqlite', database: path.join(file, 'no', 'x.db') });
    await expect(lost.put(numbers('1'))).rejects.toThrow('the folder does not exist');
  });

  it('creates no file through a link', async () => {
    const link = `${rig.fields.database ?? ''}.link`;
    symlinkSync(`${link}.target`, link);
    const linked = new SqlJob({ provider: 'sqlite', database: link });
    await expect(linked.put(numbers('1'))).rejects.toThrow('the file does not exist');
    expect(existsSync(`${link}.target`)).toBe(false);
  });

  it('refuses other schemas, such as that of temporary tables', async () => {
    await expect(job.put({ ...numbers('1'), schema: 'temp' })).rejects.toThrow('only the schema');
    await job.put({ ...numbers('1'), schema: 'main' });
  });

  it('names the file as the reason when it cannot be written', async () => {
    rig.database.exec('CREATE VIEW t AS SELECT 1 AS v');
    await expect(job.put(numbers('1'))).rejects.toThrow(/"Own" \(SQLite.*view/);
  });
});
