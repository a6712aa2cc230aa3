import type { Database } from '../../prisma/client.ts';
import { apiClient, type Answer } from './api-client.ts';
import type { ContractApp } from './contract-app.ts';
import { startHostedService, type LogLine } from './service-host/hosted-service.ts';

export type { Answer, Database, LogLine };

export interface TestApp extends ContractApp {
  /** The URL of the service's database. */
  readonly databaseUrl: string;
  /** The folder of the service's files. */
  readonly dataDir: string;
  /** Connects to the database of the service at the first call. The connection is closed with the service. */
  openDatabase(): Promise<Database>;
  /** Returns the log lines of the service. */
  readLogs(): Promise<readonly LogLine[]>;
  /** Stops the service, and removes its database and folder. */
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** Variables of the service's process while it runs, such as secrets of connections. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** The configuration of the services of tests. */
export const TEST_APP_ENV = {
  SERVICE_DATABASE_POOL_SIZE: '5',
  SERVICE_MAX_CONCURRENT_RUNS: '2',
  SERVICE_SEED_DEMO: 'false',
} as const;

/**
 * Starts the whole service on a free port, with a new database and folder and the local executor. The
 * service validates its answers against the OpenAPI document, and answers 500 when one differs. It runs in
 * another process: a test that replaces something within the service uses `startTestAppInProcess`.
 * @param env variables of the configuration; a database or folder that they name is not removed
 */
export async function startTestApp(
  env: Readonly<Record<string, string>> = {},
  { variables = {} }: TestAppOptions = {},
): Promise<TestApp> {
  const service = await startHostedService({
    env: { ...TEST_APP_ENV, ...env },
    variables,
    keepsLogs: true,
  });
  const { url, databaseUrl, dataDir, openDatabase, readLogs, checkAnswer, stop } = service;
  return {
    ...apiClient(url),
    databaseUrl,
    dataDir,
    openDatabase,
    readLogs,
    checkAnswer,
    close: stop,
  };
}
