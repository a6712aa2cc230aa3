import { describeOwnAuthority } from '../../../../test/support/own-authority-contract.ts';
import { startTdsServer } from '../../../../test/support/tds-server.ts';
import { startTdsTlsFront } from '../../../../test/support/tds-tls-front.ts';

describeOwnAuthority('SQL Server', async (certificate) => {
  const server = await startTdsServer();
  const front = await startTdsTlsFront(server.port, certificate);
  const login = { username: 'sa', database: 'shop' };
  return {
    fields: { provider: 'mssql', host: '127.0.0.1', port: front.port, ...login },
    close: async () => {
      await front.close();
      await server.close();
    },
  };
});
