import { databaseField, secretField } from '../connection-form.ts';
import type { Provider } from '../provider.ts';

export const azureBlob: Provider = {
  name: 'azure_blob',
  label: 'Azure Blob Storage',
  kind: 'storage',
  driver: { module: '@azure/storage-blob', extra: 'azure' },
  defaultPort: null,
  needs: { host: false, auth: true, query: false, bucket: true, region: false, endpoint: true },
  permissions: ['credentials', 'cloud_access', 'network'],
  required: ['database'],
  form: [
    databaseField('Container', 'The name of the container.'),
    { key: 'username', label: 'Account', type: 'string', required: false },
    secretField('Account key'),
    { key: 'host', label: 'Endpoint', type: 'string', required: false },
  ],
};
