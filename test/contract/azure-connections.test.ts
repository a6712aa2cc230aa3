import { requireContainer } from '../support/azure-server.ts';
import { describeStorageConnections } from '../support/storage-connection-contract.ts';

describeStorageConnections('Azure Blob Storage', async () => {
  const { container, endpoint, account, key, client } = await requireContainer();
  return {
    fields: {
      provider: 'azure_blob',
      database: container,
      host: endpoint,
      username: account,
      password_env: 'env:MILLRACE_TEST_AZURE_KEY',
    },
    secrets: { MILLRACE_TEST_AZURE_KEY: key },
    missing: ['no-such-container', 'container does not exist'],
    refused: [[{ options: { account_key: 'x' } }, 'account_key']],
    put: async (name, content) => {
      await client.getBlockBlobClient(name).uploadData(Buffer.from(content));
    },
    close: () => undefined,
  };
});
