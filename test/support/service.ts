import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import type { Database } from '../../prisma/client.ts';
import { startService } from '../../api/start-service.ts';
import { loadConfig } from '../../api/config/load-config.ts';
import { createTestDatabase } from './database.ts';
import { createMemoryKeyring } from './memory-keyring.ts';
import { removeDataFolder } from './remove-data-folder.ts';

/** A service with its own database and data folder. */
export interface TestService {
  readonly url: string;
  readonly dataDir: string;
  readonly database: Database;
  /** Calls the API. Sends an object as JSON. */
  call(
    method: string,
    route: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>;
  /** Restarts the service on the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; null when it is not JSON. */
  readonly json: unknown;
}

/**
 * @param env further `SERVICE_…` variables
 */
export async function startTestService(
  env: Readonly<Record<string, string>> = {},
): Promise<TestService> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'millrace-service-'));
  const config = loadConfig({
    SERVICE_DATABASE_URL: database.url,
    SERVICE_DATA_DIR: dataDir,
    SERVICE_PORT: '0',
    SERVICE_SEED_DEMO: 'false',
    ...env,
  });
  const logger = pino({ level: process.env.MILLRACE_TEST_LOG ?? 'silent' });
  const start = (): ReturnType<typeof startService> =>
    startService(config, { logger, validateResponses: true, keyring: createMemoryKeyring() });
  let service = await start();
  return {
    get url() {
      return service.url;
    },
    dataDir,
    database: database.client,
    call: (...request) => call(service.url, request),
    restart: async () => {
      await service.close();
      service = await start();
    },
    stop: async () => {
      await service.close();
      await database.drop();
      await removeDataFolder(dataDir);
    },
  };
}

async function call(
  url: string,
  [method, route, body, headers]: Parameters<TestService['call']>,
): Promise<Answer> {
  const isRaw = body === undefined || typeof body === 'string' || body instanceof FormData;
  const response = await fetch(url + route, {
    method,
    headers: { ...(isRaw ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: parse(text),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
