import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describeStorageDriver } from '../../../../test/support/storage-driver-contract.ts';

describeStorageDriver('a local folder', async () => {
  const root = await mkdtemp(path.join(os.tmpdir(), 'millrace-local-'));
  return {
    fields: { provider: 'local', database: root },
    secrets: {},
    put: async (key, body) => {
      await mkdir(path.dirname(path.join(root, key)), { recursive: true });
      await writeFile(path.join(root, key), body);
    },
    broken: [[{ database: path.join(root, 'missing') }, /does not exist/]],
    close: () => rm(root, { recursive: true, force: true }),
  };
});
