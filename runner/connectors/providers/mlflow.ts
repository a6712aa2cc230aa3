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
};
