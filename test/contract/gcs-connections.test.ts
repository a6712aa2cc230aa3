import { requireGcsBucket } from '../support/gcs-server.ts';
import { describeStorageConnections } from '../support/storage-connection-contract.ts';

describeStorageConnections('Google Cloud Storage', async () => {
  const { endpoint, bucket, put } = await requireGcsBucket();
  return {
    fields: { provider: 'gcs', database: bucket, host: endpoint },
    secrets: {},
    missing: ['no-such-bucket', 'bucket does not exist'],
    refused: [
      [{ options: { private_key: 'x' } }, 'private_key'],
      [{ options: { project_id: 7 } }, 'options.project_id'],
      [{ host: 'storage.example' }, 'must be a URL that begins with http:// or https://'],
    ],
    put,
    close: () => undefined,
  };
});
