import { requireGcsBucket } from '../../../../test/support/gcs-server.ts';
import { describeOwnAuthority } from '../../../../test/support/own-authority-contract.ts';
import { startTlsFront } from '../../../../test/support/tls-front.ts';

describeOwnAuthority(
  'Google Cloud Storage',
  async (certificate) => {
    const { endpoint, bucket } = await requireGcsBucket();
    const { hostname: host, port } = new URL(endpoint);
    const front = await startTlsFront({ host, port: Number(port) }, certificate);
    return {
      fields: { provider: 'gcs', database: bucket, host: `https://127.0.0.1:${front.port}` },
      close: () => front.close(),
    };
  },
  {},
);
