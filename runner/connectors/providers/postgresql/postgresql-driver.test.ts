import { startPostgresql } from '../../../../test/support/database-rigs/postgresql-rig.ts';
import { describeSqlDriver } from '../../../../test/support/sql-driver-contract.ts';
import { SqlJob, type TestTable } from '../../../../test/support/sql-job.ts';
import { quotedIdentifier } from '../../sql/identifier.ts';

describeSqlDriver('PostgreSQL', startPostgresql, {
  quoted: quotedIdentifier,
  series: (count) => `SELECT n FROM generate_series(1, ${count}) AS s(n)`,
  // The old table is locked from the time when the new one gets its name.
  readersWaitFor: ['replace'],
});

describe('several outputs of one run to PostgreSQL', () => {
  const rows = (mode: 'append' | 'replace', id: string, table = 'people'): TestTable => ({
    table,
    mode,
    columns: ['id:integer', 'name:string'],
    rows: [[id, 'a']],
  });

  it('are committed in one transaction, also those to the same table', async () => {
    const rig = await startPostgresql();
    try {
      const job = new SqlJob(rig.fields);
      const writes = [
        await job.write(rows('append', '1')),
        await job.write(rows('append', '2')),
        await job.write(rows('replace', '3', 'twins')),
      ];
      const last = writes.pop();
      for (const write of writes) await write.commit();
      const other = new SqlJob(rig.fields);
      await expect(other.readTable('people')).rejects.toThrow('"people" does not exist');
      await last?.commit();
      expect((await other.readTable('people')).rows).toEqual([
        ['1', 'a'],
        ['2', 'a'],
      ]);
      expect((await other.readTable('twins')).rows).toEqual([['3', 'a']]);
    } finally {
      await rig.close();
    }
  });

  it('are all undone when one of them fails', async () => {
    const rig = await startPostgresql();
    try {
      const job = new SqlJob(rig.fields);
      await job.write(rows('append', '1'));
      await rig.execute('CREATE TABLE strict (id INTEGER, name VARCHAR(20), CHECK (id < 2))');
      await expect(job.write(rows('append', '2', 'strict'))).rejects.toThrow('strict_id_check');
      await expect(new SqlJob(rig.fields).readTable('people')).rejects.toThrow('does not exist');
    } finally {
      await rig.close();
    }
  });
});
