import { startPostgresql } from '../../../../test/support/database-rigs/postgresql-rig.ts';
import { describeOwnAuthority } from '../../../../test/support/own-authority-contract.ts';
import { startTlsFront } from '../../../../test/support/tls-front.ts';

describeOwnAuthority('PostgreSQL', async (certificate) => {
  const rig = await startPostgresql();
  const { host, port } = rig.fields;
  const target =
    host?.startsWith('/') === true
      ? { path: `${host}/.s.PGSQL.${String(port)}` }
      : { host: host ?? '', port: port ?? 5432 };
  const front = await startTlsFront(target, certificate, { asks: true });
  return {
    fields: { ...rig.fields, host: '127.0.0.1', port: front.port },
    close: async () => {
      await front.close();
      await rig.close();
    },
  };
});
