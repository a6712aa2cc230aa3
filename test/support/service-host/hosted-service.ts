import { randomUUID } from 'node:crypto';
import type { Database } from '../../../prisma/client.ts';
import type { CheckAnswer } from '../documented-answers.ts';
import { setParentOfRunners } from '../runner-processes.ts';
import { requestSharedServer } from '../shared-servers.ts';
import type { GivenAnswer, HostFailure, StartedService, StartRequest } from './protocol.ts';

/** A line of a service's log. */
export type LogLine = Readonly<Record<string, unknown>>;

/** A service in the host of this Jest worker, with its own database and data folder. */
export interface HostedService {
  readonly url: string;
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** Connects to the database at the first call. */
  readonly openDatabase: () => Promise<Database>;
  /** Returns the lines that the service has logged until now, so also those of every request that it has answered. */
  readonly readLogs: () => Promise<readonly LogLine[]>;
  readonly checkAnswer: CheckAnswer;
  /** Restarts the service on the same data, at another URL. */
  readonly restart: () => Promise<void>;
  /** Stops the service, and removes its database and folder. */
  readonly stop: () => Promise<void>;
}

/** Jest evaluates this module once for each test file. */
const owner = randomUUID();

/**
 * Starts a service in another process, which has loaded its modules for an earlier test file of this worker.
 * @throws Error with the reason when it does not start
 */
export async function startHostedService(
  request: Omit<StartRequest, 'owner'>,
): Promise<HostedService> {
  const host = await requestSharedServer(`service-host/${process.env.JEST_WORKER_ID ?? '1'}`);
  const started = await ask<StartedService>(`${host}/services`, { ...request, owner });
  setParentOfRunners(started.pid);
  const { id, dataDir, databaseUrl } = started;
  const own = `${host}/services/${id}`;
  let { url } = started;
  let database: Promise<Database> | null = null;
  return {
    get url() {
      return url;
    },
    dataDir,
    databaseUrl,
    openDatabase: () => (database ??= connect(databaseUrl)),
    readLogs: async () => {
      const lines = await ask<readonly string[]>(`${own}/logs`);
      return lines.map((line) => JSON.parse(line) as LogLine);
    },
    checkAnswer: async (method, at, { status, body }) => {
      await ask(`${own}/check`, {
        method,
        at,
        status,
        body: body as unknown,
      } satisfies GivenAnswer);
    },
    restart: async () => {
      ({ url } = await ask<{ url: string }>(`${own}/restart`));
    },
    stop: async () => {
      await (await database)?.$disconnect();
      await ask(`${own}/stop`);
    },
  };
}

/** Most test files need no client of the database, so it is loaded here. */
async function connect(url: string): Promise<Database> {
  const { connectTo } = await import('../database.ts');
  return await connectTo(url);
}

async function ask<T>(url: string, body: unknown = null): Promise<T> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const answer: unknown = await response.json();
  if (response.ok) return answer as T;
  const { message, stack } = answer as HostFailure;
  throw new Error(message, { cause: stack });
}
