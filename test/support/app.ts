import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { startService } from '../../api/start-service.ts';
import { loadConfig } from '../../api/config/load-config.ts';
import { apiClient, type Answer } from './api-client.ts';
import type { ContractApp } from './contract-app.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { removeDataFolder } from './remove-data-folder.ts';

export type { Answer };

export interface TestApp extends ContractApp {
  /** The database that the service works on. */
  readonly database: TestDatabase;
  /** The folder of the service's files. */
  readonly dataDir: string;
  /** Every event that the service has logged. */
  readonly logs: readonly Record<string, unknown>[];
  /** Ends the service, removes its database and folder. */
  close(): Promise<void>;
}

/**
 * Starts the whole service on a free port, with a database and a folder of its own, the real local
 * executor, and answers held against the OpenAPI document (one that differs becomes a 500).
 * @param env settings by the names of their environment variables
 */
export async function startTestApp(env: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'millrace-app-'));
  const logs: Record<string, unknown>[] = [];
  const logger = pino(
    { level: 'debug' },
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
  const service = await startService(config, { logger, validateResponses: true });
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
