import { CA_CERTIFICATE } from '../../ca-certificate.ts';
import { databaseField, secretField } from '../../connection-form.ts';
import type { Provider } from '../../provider.ts';
import { booleanOption } from '../../storage/cloud-options.ts';
import { checkEndpoint } from '../../storage/endpoint.ts';
import { regionOf } from './s3-region.ts';

export const s3: Provider = {
  name: 's3',
  label: 'AWS S3',
  kind: 'storage',
  driver: { module: '@aws-sdk/client-s3', extra: null },
  defaultPort: null,
  needs: { host: false, auth: true, query: false, bucket: true, region: true, endpoint: true },
  permissions: ['credentials', 'cloud_access', 'network'],
  required: ['database'],
  form: [
    databaseField('Bucket', 'The name of the bucket.'),
    {
      key: 'username',
      label: 'Access key',
      type: 'string',
      required: false,
      help: 'Empty: the identity of the pod, or of the machine if the operator allows it, by the variables, files and roles of AWS.',
    },
    secretField('Secret key'),
    {
      key: 'host',
      label: 'Endpoint',
      type: 'string',
      required: false,
      help: 'The URL of a server other than AWS.',
    },
    { key: 'options.region', label: 'Region', type: 'string', required: false },
    {
      key: 'options.path_style',
      label: 'Bucket in the path',
      type: 'boolean',
      required: false,
      help: 'Whether URLs are http://host/bucket instead of http://bucket.host. Default: true with an endpoint.',
    },
    CA_CERTIFICATE,
  ],
  check(fields) {
    checkEndpoint(fields);
    regionOf(fields);
    booleanOption(fields, 'path_style');
  },
  storage: async () => (await import('./s3-driver.ts')).S3_DRIVER,
};
