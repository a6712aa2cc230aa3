import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  coreLimitsOf,
  lackForCoreDumps,
  NO_CORE_DUMPS,
  PERMITTING_CORE_DUMPS,
} from '../support/core-dumps.ts';
import { processTree, type ListedProcess } from '../support/process-tree.ts';
import { startRefusingPostgres, type RefusingPostgres } from '../support/refusing-postgres.ts';
import { removeDataFolder } from '../support/remove-data-folder.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { skipSuite } from '../support/skips.ts';

const CANARY = 'c4nary-in-the-environment';

const lack = lackForCoreDumps();
if (lack !== null) skipSuite('secrets in processes', lack);

(lack === null ? describe : describe.skip)(
  'the processes of a service with its own database',
  () => {
    let service: ServerProcess;
    let dataDir: string;
    let postgres: RefusingPostgres;
    let processes: readonly ListedProcess[];

    beforeAll(async () => {
      dataDir = await mkdtemp(path.join(os.tmpdir(), 'millrace-processes-'));
      postgres = await startRefusingPostgres();
      const env = { SERVICE_DATA_DIR: dataDir, CANARY_SECRET: CANARY };
      service = await startServerProcess(env, PERMITTING_CORE_DUMPS);
      const { body } = await service.api.call('POST', '/api/connections/test-config', {
        name: 'C',
        provider: 'postgresql',
        host: '127.0.0.1',
        port: postgres.port,
        database: 'd',
        username: 'u',
        password_env: 'env:CANARY_SECRET',
      });
      expect(body).toMatchObject({ ok: false, message: expect.stringContaining('***') });
      processes = processTree(service.pid);
    });

    afterAll(async () => {
      await service.kill();
      await postgres.close();
      await removeDataFolder(dataDir);
    });

    it('are the service, a runner and PostgreSQL', () => {
      const commands = processes.map(({ command }) => command).join('\n');
      for (const program of ['cli/main.ts serve', 'runner/main.ts serve', 'bin/postgres']) {
        expect(commands).toContain(program);
      }
    });

    it('can write no core dump after the service has used a secret', () => {
      const permitted = processes.filter(
        ({ pid }) => coreLimitsOf(pid).join() !== NO_CORE_DUMPS.join(),
      );
      expect(permitted.map(({ command }) => command)).toEqual([]);
    });

    it('have the secret in no command line, and only the service has it in its environment', () => {
      const holders = processes.filter(({ environment }) => environment.includes(CANARY));
      expect(holders.map(({ pid }) => pid)).toEqual([service.pid]);
      expect(processes.filter(({ command }) => command.includes(CANARY))).toEqual([]);
    });
  },
);
