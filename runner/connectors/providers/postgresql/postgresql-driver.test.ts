import { Client } from 'pg';
import { createEmptyDatabase, dropDatabase } from '../../../../test/support/database.ts';
import { describeSqlDriver, type DriverRig } from '../../../../test/support/sql-driver-contract.ts';
import { quotedIdentifier } from '../../sql/identifier.ts';

async function startRig(): Promise<DriverRig> {
  const address = await createEmptyDatabase();
  const url = new URL(address);
  const client = new Client({ connectionString: address });
  await client.connect();
  return {
    fields: {
      provider: 'postgresql',
      host: url.searchParams.get('host') ?? url.hostname,
      port: Number(url.port || '5432'),
      database: url.pathname.slice(1),
      username: decodeURIComponent(url.username),
    },
    execute: async (sql) => {
      await client.query(sql);
    },
    close: async () => {
      await client.end();
      await dropDatabase(address);
    },
  };
}

describeSqlDriver('PostgreSQL', startRig, {
  quoted: quotedIdentifier,
  series: (count) => `SELECT n FROM generate_series(1, ${count}) AS s(n)`,
  // The old table is locked from the time when the new one gets its name.
  readersWaitFor: ['replace'],
});
