import type { Connection, TableInfo } from '../../../runner/domain/connection.ts';
import type { DetectedDialect } from '../../../runner/domain/detected-dialect.ts';
import type { ObjectDialectJob, SourceChangesJob } from '../../../runner/domain/runner-job.ts';
import { unavailable } from '../../domain/errors.ts';
import { JobFailedError, type Executor } from '../executors/executor.ts';
import type { TestStatus } from '../../domain/connections/connection-record.ts';

/** The outcome of a test. */
export interface ProbeResult {
  readonly status: TestStatus;
  /** A sentence without secrets. */
  readonly message: string;
}

/** How long a server may take. The runner is killed then, so that a hanging server holds none. */
const TEST_SECONDS = 30;
const TABLES_SECONDS = 60;
const OBJECTS_SECONDS = 60;
/** A slot waits for the answer, and other schedules wait for the slot. */
const CHANGES_SECONDS = 10;

/** Uses connections in runner processes: the process of the API resolves no secret and loads no driver. */
export class ConnectionProber {
  readonly #executor: Executor;

  constructor(executor: Executor) {
    this.#executor = executor;
  }

  /** @throws DomainError when no runner is free */
  async test(connection: Connection, signal: AbortSignal): Promise<ProbeResult> {
    try {
      const job = { kind: 'connectionTest', connection } as const;
      await this.#executor.submit(job, { signal, timeoutSeconds: TEST_SECONDS });
      return { status: 'ok', message: 'The connection works.' };
    } catch (error) {
      if (!(error instanceof JobFailedError)) throw error;
      return resultOf(error);
    }
  }

  /** @throws JobFailedError with the reason why there is no list */
  async tables(connection: Connection, signal: AbortSignal): Promise<readonly TableInfo[]> {
    const job = { kind: 'connectionTables', connection } as const;
    return await this.#executor.submit(job, { signal, timeoutSeconds: TABLES_SECONDS });
  }

  /** @throws JobFailedError with the reason why there is no list */
  async objects(
    connection: Connection,
    prefix: string,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const job = { kind: 'storageObjects', connection, prefix } as const;
    return await this.#executor.submit(job, { signal, timeoutSeconds: OBJECTS_SECONDS });
  }

  /**
   * Whether sources have changed. The bound includes the time until a runner is free.
   * @throws JobFailedError with the reason why that is not known
   */
  async haveChanged(job: Omit<SourceChangesJob, 'kind'>): Promise<boolean> {
    const signal = AbortSignal.timeout(CHANGES_SECONDS * 1000);
    return await this.#executor.submit({ kind: 'sourceChanges', ...job }, { signal });
  }

  /** @throws JobFailedError with the reason why the object cannot be read */
  async dialect(
    job: Omit<ObjectDialectJob, 'kind'>,
    signal: AbortSignal,
  ): Promise<DetectedDialect> {
    const options = { signal, timeoutSeconds: TEST_SECONDS };
    return await this.#executor.submit({ kind: 'objectDialect', ...job }, options);
  }
}

function resultOf({ failure }: JobFailedError): ProbeResult {
  switch (failure.kind) {
    case 'user':
    case 'notFound':
      return { status: 'failed', message: failure.message };
    case 'timedOut':
      return {
        status: 'failed',
        message: `The server did not answer within ${TEST_SECONDS} seconds. Check host and port.`,
      };
    case 'lost':
    case 'internal':
      return { status: 'error', message: 'The test ended unexpectedly. The log has the reason.' };
    case 'overloaded':
    case 'unavailable':
    case 'cancelled':
      throw unavailable(failure.message);
  }
}
