import { UserError } from '../../domain/errors.ts';
import { databaseField } from '../connection-form.ts';
import type { Provider } from '../provider.ts';

export const mlflow: Provider = {
  name: 'mlflow',
  label: 'MLflow Tracking',
  kind: 'mlflow',
  driver: null,
  defaultPort: null,
  needs: { host: false, auth: false, query: false, bucket: false, region: false, endpoint: false },
  permissions: [],
  required: ['database'],
  form: [databaseField('Tracking URI', 'The URI of the tracking server.')],
  check({ database }) {
    const url = URL.parse(database ?? '');
    if (url !== null && (url.username !== '' || url.password !== '')) {
      throw new UserError('database has a user or a password. Use username and password_env.');
    }
  },
};
