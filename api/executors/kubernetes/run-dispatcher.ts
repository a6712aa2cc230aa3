import type { Logger } from 'pino';
import type { Database } from '../../../prisma/client.ts';
import { isTerminal } from '../../../runner/domain/run-status.ts';
import type { ObjectStore } from '../../../runner/storage/object-store.ts';
import { noteCancel, removeNote, takeDueNotes, type OutboxNote } from '../../recorder/outbox.ts';
import { ensureSpec } from '../../recorder/run-spec-store.ts';
import { statusesOf } from '../../recorder/unended-runs.ts';
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
    const { runId, action, attempts, createdAt } = note;
    try {
      if (action === 'cancel') await this.#cancel(runId);
      else if (isTerminal(note.status)) await removeNote(this.#parts.database, runId, 'start');
      else if (await this.#prepare(runId)) {
        await this.#handOver(note);
        const seconds = (this.#parts.now().getTime() - createdAt.getTime()) / 1000;
        this.#parts.metrics.dispatched(seconds);
      }
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
