import type { Logger } from 'pino';
import { isRejection, type KubeApiError } from '../../../operator/kube/kube-api-error.ts';
import type { Database } from '../../../prisma/client.ts';
import { isTerminal } from '../../../runner/domain/run-status.ts';
import type { ObjectStore } from '../../../runner/storage/object-store.ts';
import { noteCancel, removeNote, takeDueNotes, type OutboxNote } from '../../recorder/outbox.ts';
import { ensureSpec } from '../../recorder/run-spec-store.ts';
import { statusesOf } from '../../recorder/unended-runs.ts';
import { writeWaiting } from '../../recorder/waiting-reason.ts';
import type { HandoverMetrics } from './handover-metrics.ts';
import type { HandedRun } from './run-resource.ts';
import type { RunResources } from './run-resources.ts';

export interface DispatcherParts {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly resources: RunResources;
  readonly logger: Logger;
  readonly metrics: HandoverMetrics;
  readonly now: () => Date;
  /** Ends a run that has not been handed over. */
  readonly end: (runId: string, why: Unstarted) => Promise<void>;
}

/** Why a run ends without a Run resource; `failure`: why it can never be handed over. */
export type Unstarted = 'cancelled' | 'absent' | { readonly failure: string };

const BATCH = 50;
/** As long as the operator by default waits for a Job or a pod that the cluster rejects. */
const REJECTED_WITHIN_MS = 900_000;

/** Brings runs and their cancellations into the cluster, each once whatever the number of tries. */
export class RunDispatcher {
  readonly #parts: DispatcherParts;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
  }

  /** Hands a run over at once; one that cannot be stays noted. Never rejects. */
  async start(run: HandedRun): Promise<void> {
    const begin = performance.now();
    try {
      await this.#handOver(run);
      const seconds = (performance.now() - begin) / 1000;
      this.#parts.metrics.dispatched(seconds);
    } catch (error) {
      this.#parts.logger.warn({ err: error, runId: run.runId }, 'a run is handed over later');
      await this.#reportRejection(run.runId, error);
    }
  }

  /** @returns false when the run has ended, or there is none */
  async cancel(runId: string): Promise<boolean> {
    if (!(await noteCancel(this.#parts.database, runId))) return false;
    try {
      await this.#cancel(runId);
    } catch (error) {
      this.#parts.logger.warn({ err: error, runId }, 'a run is cancelled later');
    }
    return true;
  }

  /** Does what was left by this process and others. */
  async takeUpLeft(): Promise<void> {
    let notes: OutboxNote[];
    do {
      notes = await takeDueNotes(this.#parts.database, BATCH);
      await Promise.all(notes.map((note) => this.#takeUp(note)));
    } while (notes.length === BATCH);
  }

  async #takeUp(note: OutboxNote): Promise<void> {
    const { runId, action, attempts } = note;
    try {
      if (action === 'cancel') await this.#cancel(runId);
      else if (isTerminal(note.status)) await removeNote(this.#parts.database, runId, 'start');
      else if (await this.#prepare(runId)) await this.#handOverAgain(note);
    } catch (error) {
      this.#parts.logger.warn({ err: error, runId, action, attempts }, 'to be tried again');
    }
  }

  /** @returns false when the run has ended, since it cannot be prepared */
  async #prepare(runId: string): Promise<boolean> {
    const failure = await ensureSpec(this.#parts, runId);
    if (failure !== null) await this.#parts.end(runId, { failure });
    return failure === null;
  }

  async #handOverAgain(note: OutboxNote): Promise<void> {
    const { database, end, metrics, now } = this.#parts;
    const { runId } = note;
    const age = now().getTime() - note.createdAt.getTime();
    try {
      await this.#handOver(note);
    } catch (error) {
      await this.#reportRejection(runId, error);
      if (!isRejection(error) || age < REJECTED_WITHIN_MS) throw error;
      await end(runId, { failure: rejectionMessage(error) });
      return;
    }
    // What the operator says of the Run counts from now on.
    await writeWaiting(database, { runId, attempt: 1 }, null);
    metrics.dispatched(age / 1000);
  }

  /** Stores that the cluster rejects the Run resource, for those who ask why the run waits. Never rejects. */
  async #reportRejection(runId: string, error: unknown): Promise<void> {
    if (!isRejection(error)) return;
    const waiting = { reason: 'RunRejected', message: rejectionMessage(error) };
    try {
      await writeWaiting(this.#parts.database, { runId, attempt: 1 }, waiting);
    } catch (failure) {
      this.#parts.logger.warn({ err: failure, runId }, 'why a run waits could not be stored');
    }
  }

  async #handOver(run: HandedRun): Promise<void> {
    const { database, resources, logger } = this.#parts;
    const { runId } = run;
    await resources.create(run);
    logger.debug({ runId }, 'a run was handed over');
    if (await removeNote(database, runId, 'start')) return;
    // Somebody else removed the note: handed it over as well, or ended the run, which must not go on.
    const status = (await statusesOf(database, [runId])).get(runId);
    if (status !== undefined && isTerminal(status)) await resources.requestCancel(runId);
  }

  async #cancel(runId: string): Promise<void> {
    const { database, resources, end } = this.#parts;
    if (!(await resources.requestCancel(runId))) {
      const wasNoted = await removeNote(database, runId, 'start');
      await end(runId, wasNoted ? 'cancelled' : 'absent');
    }
    await removeNote(database, runId, 'cancel');
  }
}

function rejectionMessage(error: KubeApiError): string {
  return `The cluster rejects the Run resource of this run: ${error.message}`;
}
