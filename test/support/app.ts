import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { startService } from '../../api/compose.ts';
import { loadConfig } from '../../api/config.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export interface TestApp {
  readonly url: string;
  /** The database that the service works on. */
  readonly database: TestDatabase;
  /** The folder of the service's files. */
  readonly dataDir: string;
  /** Every event that the service has logged. */
  readonly logs: readonly Record<string, unknown>[];
  /** A request with a JSON body; the answer's body is parsed when it is JSON. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** A multipart upload of one file. */
  upload(path: string, name: string, content: string | Uint8Array): Promise<Answer>;
  /** Ends the service, removes its database and folder. */
  close(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, else the text. */
  // Tests look into answers of every shape; what they expect there is what they assert.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
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
  const { url } = service;
  return {
    url,
    database,
    dataDir,
    logs,
    call(method, at, body, headers = {}) {
      const isText = typeof body === 'string';
      const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
      return answer(`${url}${at}`, {
        method,
        headers: { ...json, ...headers },
        ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
      });
    },
    upload(at, name, content) {
      const form = new FormData();
      form.append('file', new Blob([content]), name);
      return answer(`${url}${at}`, { method: 'POST', body: form });
    },
    async close() {
      await service.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function answer(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text !== '' ? (JSON.parse(text) as unknown) : text,
  };
}
