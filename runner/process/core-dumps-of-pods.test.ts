import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import {
  coreLimitsOf,
  lackForCoreDumps,
  NO_CORE_DUMPS,
  PERMITTING_CORE_DUMPS,
} from '../../test/support/core-dumps.ts';
import { skipSuite } from '../../test/support/skips.ts';

const RUN = ['--no-warnings', path.resolve('runner/main.ts'), 'run', '--run-id', 'r'];

const lack = lackForCoreDumps();
if (lack !== null) skipSuite('core dumps of pods', lack);

(lack === null ? it : it.skip)(
  'the process of a run, whose environment has secrets, can write no core dump when it asks for its spec',
  async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-pod-'));
    // It never answers.
    const store = createServer();
    store.listen(0, '127.0.0.1');
    await once(store, 'listening');
    const [shell, ...args] = PERMITTING_CORE_DUMPS;
    const child = spawn(shell, [...args, process.execPath, ...RUN], {
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH,
        MILLRACE_SECRET_ENV_A: 'any',
        SERVICE_OBJECT_STORE: 's3://bucket',
        SERVICE_S3_ENDPOINT: `http://127.0.0.1:${(store.address() as AddressInfo).port}`,
        SERVICE_S3_ACCESS_KEY_ID: 'key',
        SERVICE_S3_SECRET_ACCESS_KEY: 'secret',
        SERVICE_DATA_DIR: folder,
      },
    });
    try {
      await once(store, 'request');
      expect(coreLimitsOf(child.pid ?? 0)).toEqual(NO_CORE_DUMPS);
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
      store.closeAllConnections();
      store.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
