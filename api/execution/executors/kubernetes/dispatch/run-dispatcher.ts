import type { Logger } from 'pino';
import { isRejection, type KubeApiError } from '../../../../../kubernetes/client/kube-api-error.ts';
import type { Database } from '../../../../../prisma/client.ts';
import { isTerminal } from '../../../../../runner/domain/run-status.ts';
import type { ObjectStore } from '../../../../../runner/storage/object-store.ts';
import {
  enqueueCancel,
  recordRejection,
  removeEntry,
  claimDueEntries,
  type OutboxEntry,
} from '../../../../domain/runs/outbox-store.ts';
import { ensureRunSpec } from '../../../launch/run-spec.ts';
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
  readonly now: () => Date;
  /** Ends a run that has not been handed over. */
  readonly end: (runId: string, why: MissingResource) => Promise<void>;
}

/** Why a run ends without a Run resource; `failure`: why it can never be handed over. */
export type MissingResource = 'cancelled' | 'absent' | { readonly failure: string };

const BATCH = 50;
/** As long as the operator by default waits for a quota to have room for a Job. */
const REJECTED_WITHIN_MS = 3_600_000;
const REJECTED = 'RunRejected';

/** Brings runs and their cancellations into the cluster, each once whatever the number of tries. */
export class RunDispatcher {
  readonly #deps: DispatcherDeps;

  constructor(deps: DispatcherDeps) {
    this.#deps = deps;
  }

  /** Hands a run over at once; one that cannot be stays noted. Never rejects. */
  async start(run: DispatchableRun): Promise<void> {
    const begin = performance.now();
    try {
      await this.#handOver(run);
      const seconds = (performance.now() - begin) / 1000;
      this.#deps.metrics.dispatched(seconds);
    } catch (error) {
      this.#deps.logger.warn({ err: error, runId: run.runId }, 'a run is handed over later');
      await this.#reportFailure(run.runId, error);
    }
  }

  /** @returns false when the run has ended, or there is none */
  async cancel(runId: string): Promise<boolean> {
    if (!(await enqueueCancel(this.#deps.database, runId))) return false;
    try {
      await this.#cancel(runId);
    } catch (error) {
      this.#deps.logger.warn({ err: error, runId }, 'a run is cancelled later');
    }
    return true;
  }

  /** Does what was left by this process and others. */
  async dispatchDue(): Promise<void> {
    let notes: OutboxEntry[];
    do {
      notes = await claimDueEntries(this.#deps.database, BATCH);
      await Promise.all(notes.map((note) => this.#takeUp(note)));
    } while (notes.length === BATCH);
  }

  async #takeUp(note: OutboxEntry): Promise<void> {
    const { runId, action, attempts } = note;
    try {
      if (action === 'cancel') await this.#cancel(runId);
      else if (isTerminal(note.status)) await removeEntry(this.#deps.database, runId, 'start');
      else if (await this.#prepare(runId)) await this.#handOverAgain(note);
    } catch (error) {
      this.#deps.logger.warn({ err: error, runId, action, attempts }, 'to be tried again');
    }
  }

  /** @returns false when the run has ended, since it cannot be prepared */
  async #prepare(runId: string): Promise<boolean> {
    const failure = await ensureRunSpec(this.#deps, runId);
    if (failure !== null) await this.#deps.end(runId, { failure });
    return failure === null;
  }

  async #handOverAgain(note: OutboxEntry): Promise<void> {
    const { end, metrics, now } = this.#deps;
    const { runId, rejectedSince, status } = note;
    try {
      await this.#handOver(note, rejectedSince !== null);
    } catch (error) {
      await this.#reportFailure(runId, error);
      const rejectedMs = rejectedSince === null ? 0 : now().getTime() - rejectedSince.getTime();
      const isOver = status === 'pending' && rejectedMs >= REJECTED_WITHIN_MS;
      if (!isRejection(error) || !isOver) throw error;
      await end(runId, { failure: rejectionMessage(error) });
      return;
    }
    metrics.dispatched((now().getTime() - note.createdAt.getTime()) / 1000);
  }

  /** Stores that the cluster rejects the Run resource, for those who ask why the run waits. Never rejects. */
  async #reportFailure(runId: string, error: unknown): Promise<void> {
    const { database, logger } = this.#deps;
    try {
      await recordRejection(database, runId, isRejection(error));
      if (!isRejection(error)) return;
      const waiting = { reason: REJECTED, message: rejectionMessage(error) };
      await writeWaiting(database, { runId, attempt: 1 }, waiting);
    } catch (failure) {
      logger.warn({ err: failure, runId }, 'why a run waits could not be stored');
    }
  }

  async #handOver(run: DispatchableRun, wasRejected = false): Promise<void> {
    const { database, resources, logger } = this.#deps;
    const { runId } = run;
    await resources.create(run);
    logger.debug({ runId }, 'a run was handed over');
    // What the operator says of the Run counts from now on.
    if (wasRejected) await clearWaiting(database, { runId, attempt: 1 }, REJECTED);
    if (await removeEntry(database, runId, 'start')) return;
    // Somebody else removed the note: handed it over as well, or ended the run, which must not go on.
    const status = (await findRunStatuses(database, [runId])).get(runId);
    if (status !== undefined && isTerminal(status)) await resources.requestCancel(runId);
  }

  async #cancel(runId: string): Promise<void> {
    const { database, resources, end } = this.#deps;
    if (!(await resources.requestCancel(runId))) {
      const wasNoted = await removeEntry(database, runId, 'start');
      await end(runId, wasNoted ? 'cancelled' : 'absent');
    }
    await removeEntry(database, runId, 'cancel');
  }
}

function rejectionMessage(error: KubeApiError): string {
  return `The cluster rejects the Run resource of this run: ${error.message}`;
}
