import { databaseField, secretField } from '../connection-form.ts';
import type { Provider } from '../provider.ts';

export const gcs: Provider = {
  name: 'gcs',
  label: 'Google Cloud Storage',
  kind: 'storage',
  driver: { module: '@google-cloud/storage', extra: 'gcs' },
  defaultPort: null,
  needs: { host: false, auth: false, query: false, bucket: true, region: false, endpoint: false },
  permissions: ['cloud_access', 'network'],
  required: ['database'],
  form: [
    databaseField('Bucket', 'The name of the bucket.'),
    secretField('Path of the key file'),
    { key: 'options.project_id', label: 'Project', type: 'string', required: false },
  ],
};
