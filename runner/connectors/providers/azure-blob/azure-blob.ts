import { CA_CERTIFICATE } from '../../ca-certificate.ts';
import { databaseField, secretField } from '../../connection-form.ts';
import type { Provider } from '../../provider.ts';
import { checkEndpoint } from '../../storage/endpoint.ts';
import { checkAccount } from './azure-account.ts';

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
    {
      key: 'username',
      label: 'Account',
      type: 'string',
      required: false,
      help: 'The name of the storage account. A connection string may have it instead.',
    },
    secretField('Account key, shared access signature or connection string'),
    {
      key: 'host',
      label: 'Endpoint',
      type: 'string',
      required: false,
      help: 'The URL of the account, unless it is at https://ACCOUNT.blob.core.windows.net.',
    },
    CA_CERTIFICATE,
  ],
  check(fields) {
    checkEndpoint(fields);
    checkAccount(fields);
  },
  // The name of the storage account is part of its URL.
  place: ({ username }) => username,
  storage: async () => (await import('./azure-driver.ts')).AZURE_DRIVER,
};
