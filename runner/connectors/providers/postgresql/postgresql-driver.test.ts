import { startPostgresql } from '../../../../test/support/database-rigs/postgresql-rig.ts';
import { describeSqlDriver } from '../../../../test/support/sql-driver-contract.ts';
import { quotedIdentifier } from '../../sql/identifier.ts';

describeSqlDriver('PostgreSQL', startPostgresql, {
  quoted: quotedIdentifier,
  series: (count) => `SELECT n FROM generate_series(1, ${count}) AS s(n)`,
  // The old table is locked from the time when the new one gets its name.
  readersWaitFor: ['replace'],
});
