import { requireGcsBucket } from '../../../../test/support/gcs-server.ts';
import {
  describeStorageDriver,
  REFUSED_ENDPOINTS,
  type StorageRig,
} from '../../../../test/support/storage-driver-contract.ts';

async function startRig(): Promise<StorageRig> {
  const { endpoint, bucket, put } = await requireGcsBucket();
  return {
    fields: { provider: 'gcs', database: bucket, host: endpoint },
    secrets: { NO_KEY: '/etc/key.json' },
    put,
    isCommit: ({ method, headers }) =>
      method === 'PUT' && /\/\d+$/.test(String(headers['content-range'])),
    broken: [
      [{ database: 'no-such-bucket' }, /the bucket does not exist/],
      [{ database: '..' }, /name of the bucket is invalid/],
      [{ secret: 'env:NO_KEY' }, /no JSON key of a service account/],
      [{ host: 'http://127.0.0.1:1' }, /nothing accepts connections/],
      ...REFUSED_ENDPOINTS,
      [{ host: 'ftp://x' }, /must be a URL/],
      [{ host: 'http://a:b@x' }, /must have no user/],
    ],
    close: () => Promise.resolve(),
  };
}

describeStorageDriver('Google Cloud Storage', startRig);
