import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { startService } from '../../api/start-service.ts';
import { loadConfig } from '../../api/config/load-config.ts';
import { apiClient, type Answer } from './api-client.ts';
import type { ContractApp } from './contract-app.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createMemoryKeyring } from './memory-keyring.ts';
import { removeDataFolder } from './remove-data-folder.ts';

export type { Answer };

export interface TestApp extends ContractApp {
  /** The database of the service. */
  readonly database: TestDatabase;
  /** The folder of the service's files. */
  readonly dataDir: string;
  /** Log lines of the service. */
  readonly logs: readonly Record<string, unknown>[];
  /** Stops the service, and removes its database and folder. */
  close(): Promise<void>;
}

/**
 * Starts the whole service on a free port, with a new database and folder and the local executor. The
 * service validates its answers against the OpenAPI document, and answers 500 when one differs.
 * @param env environment variables of the service
 */
export async function startTestApp(env: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'millrace-app-'));
  const logs: Record<string, unknown>[] = [];
  const logger = pino(
    { level: 'trace' },
    { write: (line: string) => logs.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const config = loadConfig({
    SERVICE_PORT: '0',
    SERVICE_DATA_DIR: dataDir,
    SERVICE_DATABASE_URL: database.url,
    SERVICE_DATABASE_POOL_SIZE: '5',
    SERVICE_MAX_CONCURRENT_RUNS: '2',
    SERVICE_SEED_DEMO: 'false',
    ...env,
  });
  const service = await startService(config, {
    logger,
    validateResponses: true,
    keyring: createMemoryKeyring(),
  });
  return {
    ...apiClient(service.url),
    database,
    dataDir,
    logs,
    async close() {
      await service.close();
      await database.drop();
      await removeDataFolder(dataDir);
    },
  };
}
