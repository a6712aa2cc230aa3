import type { Logger } from 'pino';
import { isRejection, type KubeApiError } from '../../../../../kubernetes/client/kube-api-error.ts';
import type { Database } from '../../../../../prisma/client.ts';
import { isTerminal } from '../../../../../runner/domain/run-status.ts';
import type { ObjectStore } from '../../../../../runner/storage/object-store.ts';
import {
  enqueueCancel,
  hasEntry,
  recordRejection,
  removeEntry,
  claimDueEntries,
  type OutboxEntry,
} from '../../../../domain/runs/outbox-store.ts';
import { ensureRunSpec, secretsOfRunSpec } from '../../../launch/run-spec.ts';
import { findRunStatuses } from '../../../../domain/runs/unfinished-run-store.ts';
import { clearWaiting, writeWaiting } from '../../../../domain/runs/waiting-reason-store.ts';
import type { DispatchableRun } from '../run-resource/run-resource.ts';
import type { RunResources } from '../run-resource/run-resources.ts';

export interface DispatcherDeps {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly resources: RunResources;
  readonly logger: Logger;
  /** Observes the seconds from the stored run to its Run resource. */
  readonly metrics: { dispatched(seconds: number): void };
  /** Finishes a run that has no Run resource. */
  readonly end: (runId: string, why: MissingResource) => Promise<void>;
}

/** Why a run finishes without a Run resource; `failure`: why it can never be dispatched. */
export type MissingResource = 'cancelled' | 'absent' | { readonly failure: string };

const BATCH = 50;
/** The operator's default deadline for a quota. */
const REJECTED_WITHIN_SECONDS = 3_600;
const REJECTED = 'RunRejected';

/** Dispatches runs and their cancellations to the cluster. Every step is idempotent. */
export class RunDispatcher {
  readonly #deps: DispatcherDeps;

  constructor(deps: DispatcherDeps) {
    this.#deps = deps;
  }

  /** Dispatches a run immediately. After a failure its outbox entry is retried. Never rejects. */
  async start(run: DispatchableRun): Promise<void> {
    const started = performance.now();
    try {
      await this.#dispatch(run);
      const seconds = (performance.now() - started) / 1000;
      this.#deps.metrics.dispatched(seconds);
    } catch (error) {
      this.#deps.logger.warn(
        { err: error, runId: run.runId },
        'run not dispatched, will be retried',
      );
      await this.#reportFailure(run.runId, error);
    }
  }

  /** @returns false if the run has finished or does not exist */
  async cancel(runId: string): Promise<boolean> {
    if (!(await enqueueCancel(this.#deps.database, runId))) return false;
    try {
      await this.#cancel(runId);
    } catch (error) {
      this.#deps.logger.warn({ err: error, runId }, 'run not cancelled, will be retried');
    }
    return true;
  }

  /** Dispatches due outbox entries of this and other processes. */
  async dispatchDue(): Promise<void> {
    let entries: OutboxEntry[];
    do {
      entries = await claimDueEntries(this.#deps.database, BATCH);
      await Promise.all(entries.map((entry) => this.#process(entry)));
    } while (entries.length === BATCH);
  }

  async #process(entry: OutboxEntry): Promise<void> {
    const { runId, action, attempts } = entry;
    try {
      if (action === 'cancel') await this.#cancel(runId);
      else if (isTerminal(entry.status)) await removeEntry(this.#deps.database, runId, 'start');
      else if (await this.#prepare(runId)) await this.#redispatch(entry);
    } catch (error) {
      this.#deps.logger.warn(
        { err: error, runId, action, attempts },
        'outbox entry failed, will be retried',
      );
    }
  }

  /** @returns false if the run has failed because its spec cannot be stored */
  async #prepare(runId: string): Promise<boolean> {
    const failure = await ensureRunSpec(this.#deps, runId);
    if (failure !== null) await this.#deps.end(runId, { failure });
    return failure === null;
  }

  async #redispatch(entry: OutboxEntry): Promise<void> {
    const { end, metrics } = this.#deps;
    const { runId, rejectedFor, status } = entry;
    try {
      const secrets = await secretsOfRunSpec(this.#deps.objects, runId);
      await this.#dispatch({ ...entry, secrets }, rejectedFor !== null);
    } catch (error) {
      await this.#reportFailure(runId, error);
      const isOver = status === 'pending' && (rejectedFor ?? 0) >= REJECTED_WITHIN_SECONDS;
      if (!isRejection(error) || !isOver) throw error;
      await end(runId, { failure: rejectionMessage(error) });
      return;
    }
    metrics.dispatched(entry.age);
  }

  /** Stores a rejection of the Run resource as the run's waiting reason. Never rejects. */
  async #reportFailure(runId: string, error: unknown): Promise<void> {
    const { database, logger } = this.#deps;
    try {
      await recordRejection(database, runId, isRejection(error));
      if (!isRejection(error)) return;
      const waiting = { reason: REJECTED, message: rejectionMessage(error) };
      await writeWaiting(database, { runId, attempt: 1 }, waiting);
    } catch (failure) {
      logger.warn({ err: failure, runId }, 'waiting reason of a run not stored');
    }
  }

  async #dispatch(run: DispatchableRun, wasRejected = false): Promise<void> {
    const { database, resources, logger } = this.#deps;
    const { runId } = run;
    await resources.create(run);
    logger.debug({ runId }, 'run dispatched');
    // From now on the Run's condition is the waiting reason.
    if (wasRejected) await clearWaiting(database, { runId, attempt: 1 }, REJECTED);
    if (await removeEntry(database, runId, 'start')) return;
    // Another process has dispatched the run too, or finished it: then its Run must stop.
    const status = (await findRunStatuses(database, [runId])).get(runId);
    if (status !== undefined && isTerminal(status)) await resources.requestCancel(runId);
  }

  async #cancel(runId: string): Promise<void> {
    const { database, resources } = this.#deps;
    if (!(await resources.requestCancel(runId))) await this.#cancelWithoutResource(runId);
    await removeEntry(database, runId, 'cancel');
  }

  /**
   * Another process may create the Run between any two of these steps. Its entry goes last, so that whichever
   * process comes second cancels that Run: this one below, or the other one when it finds no entry.
   */
  async #cancelWithoutResource(runId: string): Promise<void> {
    const { database, resources, end } = this.#deps;
    await end(runId, (await hasEntry(database, runId, 'start')) ? 'cancelled' : 'absent');
    await removeEntry(database, runId, 'start');
    await resources.requestCancel(runId);
  }
}

function rejectionMessage(error: KubeApiError): string {
  return `The cluster rejects the Run resource of this run: ${error.message}`;
}
