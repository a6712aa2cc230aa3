import { createHash } from 'node:crypto';
import type { TraceParent } from '../../../runner/domain/trace-parent.ts';
import { gone } from '../../http/errors.ts';
import { IdempotencyKeyTakenError } from '../../recorder/run-launcher.ts';
import { pauseOrEnd } from '../runs/pause-or-end.ts';
import type { RunRequest } from '../runs/prepare-run.ts';
import type { RunRead } from '../runs/schemas.ts';
import type { RunService } from '../runs/service.ts';
import type { IdempotencyStore, KeyedRun } from './store.ts';

export interface TriggerRequest extends Pick<RunRequest, 'engine' | 'parameters'> {
  /** As the client sent it, of any length; null for none. */
  readonly idempotencyKey: string | null;
  /** Ends the wait, not the run: the client has gone. */
  readonly signal: AbortSignal;
  /** What asks for it, in its trace. */
  readonly trace: TraceParent;
}

/** How often the end of a run that another process executes is looked for. */
const POLL_MS = 250;

/** Starts runs for other systems, at most one for each idempotency key of a flow. */
export class TriggerService {
  readonly #runs: RunService;
  readonly #keys: IdempotencyStore;

  constructor(runs: RunService, keys: IdempotencyStore) {
    this.#runs = runs;
    this.#keys = keys;
  }

  /**
   * The run that the key stands for, else a new one; in either case when it has ended, however.
   * @throws ApiError 410 when that run was removed by retention; ApiError, UserError when there is no
   *   such run yet and the flow cannot be run
   */
  async trigger(flowId: string, request: TriggerRequest): Promise<RunRead> {
    const { idempotencyKey, signal, ...asked } = request;
    if (idempotencyKey === null) return await this.#runNew(flowId, asked);
    const key = digest(idempotencyKey);
    const known = await this.#keys.findRun(flowId, key);
    if (known !== null) return await this.#known(known, signal);
    try {
      return await this.#runNew(flowId, asked, key);
    } catch (error) {
      if (!(error instanceof IdempotencyKeyTakenError)) throw error;
      const other = await this.#keys.findRun(flowId, key);
      // Gone only when the flow was deleted just now.
      return other === null ? await this.#runNew(flowId, asked) : await this.#known(other, signal);
    }
  }

  async #runNew(
    flowId: string,
    { trace, ...request }: RunRequest & Pick<TriggerRequest, 'trace'>,
    key?: string,
  ): Promise<RunRead> {
    const origin = {
      trigger: 'webhook',
      trace,
      ...(key === undefined ? {} : { idempotencyKey: key }),
    } as const;
    const { runId, ended } = await this.#runs.start(flowId, request, origin);
    await ended;
    return await this.#runs.read(runId);
  }

  /** @throws ApiError 410 when the run was removed: a repeat never starts another */
  async #known({ runId, removed }: KeyedRun, signal: AbortSignal): Promise<RunRead> {
    if (removed === null) return await this.#ended(runId, signal);
    const { status, finishedAt } = removed;
    const time = finishedAt === null ? '' : ` at ${finishedAt.toISOString()}`;
    throw gone(
      `The run '${runId}' of this Idempotency-Key ended${time} with status ${status} and has been removed since. Send another key to run the flow again`,
    );
  }

  async #ended(runId: string, signal: AbortSignal): Promise<RunRead> {
    const watch = await this.#runs.watch(runId);
    while (!signal.aborted && (await watch.endedRun()) === null) {
      await pauseOrEnd(watch, POLL_MS, signal);
    }
    return await this.#runs.read(runId);
  }
}

/** Keys of any length fit an index, and what clients put into them is not kept. */
function digest(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
