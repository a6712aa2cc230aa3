import { randomUUID } from 'node:crypto';
import { pino, type Logger } from 'pino';
import type { Config } from '../../../api/config/config.ts';
import { loadConfig } from '../../../api/config/load-config.ts';
import { startService, type RunningService } from '../../../api/start-service.ts';
import { answerCheck, type AnswerCheck, type Document } from '../answer-check.ts';
import { createDataFolder } from '../create-data-folder.ts';
import { createMigratedDatabase, dropDatabase } from '../database.ts';
import { createMemoryKeyring } from '../memory-keyring.ts';
import { removeDataFolder } from '../remove-data-folder.ts';
import { sharedResponseValidator } from '../response-validator.ts';
import { count } from '../test-counts.ts';
import type { GivenAnswer, StartedService, StartRequest } from './protocol.ts';

interface HostedService {
  readonly owner: string;
  readonly config: Config;
  readonly logger: Logger;
  /** The log, as JSON. */
  readonly lines: readonly string[];
  /** Checks its answers; null before the first. */
  check: Promise<AnswerCheck> | null;
  /** Null after a restart that failed. */
  running: RunningService | null;
  /** The database, the data folder and the variables of the process. */
  readonly resources: AsyncDisposableStack;
}

/** The services of this process, each with its own database and data folder. */
export class HostedServices {
  readonly #services = new Map<string, HostedService>();
  readonly #createValidator = sharedResponseValidator();
  /** By the text of the OpenAPI document: to compile its schemas takes longer than most test files. */
  readonly #checks = new Map<string, AnswerCheck>();

  /** @throws Error when the service does not start */
  async start(request: StartRequest): Promise<StartedService> {
    await this.#stopAll(({ owner }) => owner !== request.owner);
    const { owner, env, variables, keepsLogs } = request;
    await using resources = new AsyncDisposableStack();
    resources.defer(setVariables(variables));
    const databaseUrl = env.SERVICE_DATABASE_URL ?? (await ownDatabase(resources));
    const dataDir = env.SERVICE_DATA_DIR ?? (await ownFolder(resources));
    const config = loadConfig({
      SERVICE_PORT: '0',
      SERVICE_SEED_DEMO: 'false',
      ...env,
      SERVICE_DATABASE_URL: databaseUrl,
      SERVICE_DATA_DIR: dataDir,
    });
    const lines: string[] = [];
    const logger = keepsLogs ? keptLog(lines) : testLog();
    const running = await this.#run(config, logger);
    const id = randomUUID();
    const own = { owner, config, logger, lines, running, check: null };
    this.#services.set(id, { ...own, resources: resources.move() });
    return { id, url: running.url, dataDir, databaseUrl, pid: process.pid };
  }

  /** Restarts a service on the same data. @returns its new URL */
  async restart(id: string): Promise<{ readonly url: string }> {
    const service = this.#find(id);
    await service.running?.close();
    service.running = null;
    service.running = await this.#run(service.config, service.logger);
    return { url: service.running.url };
  }

  /** The lines of its log, each of JSON. */
  logs(id: string): readonly string[] {
    return this.#find(id).lines;
  }

  /** @throws Error when the OpenAPI document of the service does not have an answer that it gave */
  async check(id: string, { method, at, ...answer }: GivenAnswer): Promise<void> {
    const service = this.#find(id);
    service.check ??= this.#checkOf(service);
    const check = await service.check;
    check(method, at, answer);
  }

  async #checkOf({ running }: HostedService): Promise<AnswerCheck> {
    const answer = await fetch(`${running?.url ?? ''}/openapi.json`);
    const text = await answer.text();
    const check = this.#checks.get(text) ?? answerCheck(JSON.parse(text) as Document);
    this.#checks.set(text, check);
    return check;
  }

  /** Stops a service, and removes what it had of its own. */
  async stop(id: string): Promise<void> {
    const { running, resources } = this.#find(id);
    this.#services.delete(id);
    try {
      await running?.close();
    } finally {
      await resources.disposeAsync();
    }
  }

  async close(): Promise<void> {
    await this.#stopAll(() => true);
  }

  async #stopAll(isMeant: (service: HostedService) => boolean): Promise<void> {
    const meant = [...this.#services].filter(([, service]) => isMeant(service));
    await Promise.allSettled(meant.map(([id]) => this.stop(id)));
  }

  async #run(config: Config, logger: Logger): Promise<RunningService> {
    count('service-start');
    const createValidator = this.#createValidator;
    return await startService(config, { logger, createValidator, keyring: createMemoryKeyring() });
  }

  #find(id: string): HostedService {
    const service = this.#services.get(id);
    if (service === undefined) throw new Error(`The host has no service ${id}: it was stopped`);
    return service;
  }
}

async function ownDatabase(resources: AsyncDisposableStack): Promise<string> {
  return resources.adopt(await createMigratedDatabase(), dropDatabase);
}

async function ownFolder(resources: AsyncDisposableStack): Promise<string> {
  return resources.adopt(await createDataFolder(), removeDataFolder);
}

/** Sets variables of this process. @returns restores them */
function setVariables(variables: Readonly<Record<string, string>>): () => void {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
  };
}

function keptLog(lines: string[]): Logger {
  return pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
}

/** `MILLRACE_TEST_LOG=info` prints the logs of services. */
function testLog(): Logger {
  return pino({ level: process.env.MILLRACE_TEST_LOG ?? 'silent' }, pino.destination(2));
}
