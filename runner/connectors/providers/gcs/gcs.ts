import { CA_CERTIFICATE } from '../../ca-certificate.ts';
import { databaseField, secretField } from '../../connection-form.ts';
import type { Provider } from '../../provider.ts';
import { textOption } from '../../storage/cloud-options.ts';
import { checkEndpoint } from '../../storage/endpoint.ts';

export const gcs: Provider = {
  name: 'gcs',
  label: 'Google Cloud Storage',
  kind: 'storage',
  driver: null,
  defaultPort: null,
  needs: { host: false, auth: false, query: false, bucket: true, region: false, endpoint: false },
  permissions: ['cloud_access', 'network'],
  required: ['database'],
  form: [
    databaseField('Bucket', 'The name of the bucket.'),
    {
      ...secretField('Key file'),
      placeholder: 'file:/path',
      help: 'Where the JSON key of a service account is: file:/path, env:NAME or keyring:NAME. Empty: the identity of the pod, or of the machine if the operator allows it.',
    },
    {
      key: 'host',
      label: 'Endpoint',
      type: 'string',
      required: false,
      help: 'The URL of a server other than https://storage.googleapis.com.',
    },
    {
      key: 'options.project_id',
      label: 'Project',
      type: 'string',
      required: false,
      help: 'For information: the name of a bucket is enough to find it.',
    },
    CA_CERTIFICATE,
  ],
  check(fields) {
    checkEndpoint(fields);
    textOption(fields, 'project_id');
  },
  storage: async () => (await import('./gcs-driver.ts')).GCS_DRIVER,
};
