import { requireContainer } from '../../../../test/support/azure-server.ts';
import { describeOwnAuthority } from '../../../../test/support/own-authority-contract.ts';
import { startTlsFront } from '../../../../test/support/tls-front.ts';

describeOwnAuthority(
  'Azure Blob Storage',
  async (certificate) => {
    const { container, endpoint, account, key } = await requireContainer();
    const { hostname: host, port, pathname } = new URL(endpoint);
    const front = await startTlsFront({ host, port: Number(port) }, certificate);
    const own = { host: `https://127.0.0.1:${front.port}${pathname}`, database: container };
    return {
      fields: { provider: 'azure_blob', ...own, username: account, secret: 'env:KEY' },
      secret: key,
      close: () => front.close(),
    };
  },
  {},
);
