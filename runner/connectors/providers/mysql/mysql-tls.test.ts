import { startMariadbServer } from '../../../../test/support/mariadb-server.ts';
import { describeOwnAuthority } from '../../../../test/support/own-authority-contract.ts';

describeOwnAuthority('MySQL and MariaDB', async (certificate) => {
  const server = await startMariadbServer(certificate);
  const port = Number(server.address);
  const fields = { provider: 'mysql', host: '127.0.0.1', port, database: 'mysql' };
  return { fields: { ...fields, username: 'root' }, close: () => server.stop() };
});
