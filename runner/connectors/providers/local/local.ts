import { databaseField } from '../../connection-form.ts';
import type { Provider } from '../../provider.ts';

export const local: Provider = {
  name: 'local',
  label: 'Local Folder',
  kind: 'storage',
  driver: null,
  defaultPort: null,
  needs: { host: false, auth: false, query: false, bucket: true, region: false, endpoint: false },
  permissions: ['filesystem_read', 'filesystem_write'],
  required: ['database'],
  form: [databaseField('Folder', 'The folder of the files.')],
  storage: async () => (await import('./local-driver.ts')).LOCAL_DRIVER,
};
