import type { Database } from '../../prisma/client.ts';
export type { Database };

import { startHostedService } from './service-host/hosted-service.ts';

/** A service with its own database and data folder. */
export interface TestService {
  readonly url: string;
  readonly dataDir: string;
  /** Connects to the database of the service at the first call. */
  openDatabase(): Promise<Database>;
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
 * @param variables variables of the service's process while it runs
 */
export async function startTestService(
  env: Readonly<Record<string, string>> = {},
  variables: Readonly<Record<string, string>> = {},
): Promise<TestService> {
  const service = await startHostedService({ env, variables, keepsLogs: false });
  const { dataDir, openDatabase, restart, stop } = service;
  return {
    get url() {
      return service.url;
    },
    dataDir,
    openDatabase,
    call: (...request) => call(service.url, request),
    restart,
    stop,
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
