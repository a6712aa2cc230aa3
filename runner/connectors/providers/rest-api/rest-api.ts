import { secretField, USERNAME } from '../connection-form.ts';
import type { Provider } from '../provider.ts';

export const restApi: Provider = {
  name: 'rest_api',
  label: 'REST API',
  kind: 'api',
  driver: null,
  defaultPort: null,
  needs: { host: true, auth: true, query: true, bucket: false, region: false, endpoint: false },
  permissions: ['credentials', 'network'],
  required: ['host'],
  form: [
    {
      key: 'host',
      label: 'Base URL',
      type: 'string',
      required: true,
      placeholder: 'https://api.example.com',
    },
    USERNAME,
    secretField('Key, token or password'),
  ],
};
