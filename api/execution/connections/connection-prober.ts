import type { Connection, TableInfo } from '../../../runner/domain/connection.ts';
import type { DetectedDialect } from '../../../runner/domain/detected-dialect.ts';
import type { ObjectDialectJob, ResultOfJob } from '../../../runner/domain/runner-job.ts';
import { unavailable } from '../../domain/errors.ts';
import { JobFailedError, type Executor, type ShortJob } from '../executors/executor.ts';
import type { TestStatus } from '../../domain/connections/connection-record.ts';

/** The outcome of a test. */
export interface ProbeResult {
  readonly status: TestStatus;
  /** A sentence without secrets. */
  readonly message: string;
}

/** A job that uses one connection. */
type ConnectionJob = Extract<ShortJob, { readonly connection: Connection }>;

/** How long a server may take. The runner is killed then, so that a hanging server holds none. */
const TEST_SECONDS = 30;
const TABLES_SECONDS = 60;
const OBJECTS_SECONDS = 60;

/** Uses connections in runner processes: the process of the API resolves no secret and loads no driver. */
export class ConnectionProber {
  readonly #executor: Pick<Executor, 'submit'>;

  constructor(executor: Pick<Executor, 'submit'>) {
    this.#executor = executor;
  }

  /** @throws DomainError when no runner is free */
  async test(connection: Connection, signal: AbortSignal): Promise<ProbeResult> {
    try {
      await this.#use({ kind: 'connectionTest', connection }, TEST_SECONDS, signal);
      return { status: 'ok', message: 'The connection works.' };
    } catch (error) {
      if (!(error instanceof JobFailedError)) throw error;
      return resultOf(error, connection);
    }
  }

  /** @throws JobFailedError with the reason why there is no list */
  async tables(connection: Connection, signal: AbortSignal): Promise<readonly TableInfo[]> {
    return await this.#use({ kind: 'connectionTables', connection }, TABLES_SECONDS, signal);
  }

  /** @throws JobFailedError with the reason why there is no list */
  async objects(
    connection: Connection,
    prefix: string,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    return await this.#use({ kind: 'storageObjects', connection, prefix }, OBJECTS_SECONDS, signal);
  }

  /** @throws JobFailedError with the reason why the object cannot be read */
  async dialect(
    job: Omit<ObjectDialectJob, 'kind'>,
    signal: AbortSignal,
  ): Promise<DetectedDialect> {
    return await this.#use({ kind: 'objectDialect', ...job }, TEST_SECONDS, signal);
  }

  /** @throws JobFailedError, which names the connection if it does not answer */
  async #use<J extends ConnectionJob>(
    job: J,
    timeoutSeconds: number,
    signal: AbortSignal,
  ): Promise<ResultOfJob<J>> {
    try {
      return await this.#executor.submit(job, { signal, timeoutSeconds });
    } catch (error) {
      if (!(error instanceof JobFailedError) || error.failure.kind !== 'timedOut') throw error;
      const message = noAnswer(job.connection, timeoutSeconds);
      throw new JobFailedError({ kind: 'timedOut', message });
    }
  }
}

function noAnswer({ name, host }: Connection, seconds: number): string {
  const advice = host === null ? '' : ' Check its host and port.';
  return `The connection "${name}" did not answer within ${seconds} seconds.${advice}`;
}

function resultOf({ failure }: JobFailedError, { name }: Connection): ProbeResult {
  switch (failure.kind) {
    case 'user':
    case 'notFound':
    case 'timedOut':
      return { status: 'failed', message: failure.message };
    case 'lost':
    case 'internal':
      return {
        status: 'error',
        message: `The test of the connection "${name}" ended unexpectedly. The log has the reason.`,
      };
    case 'overloaded':
    case 'unavailable':
    case 'cancelled':
      throw unavailable(failure.message);
  }
}
