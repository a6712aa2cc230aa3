import type { ObjectEvent } from '../events/object-event.ts';
import { apply, type ApplyContext } from './apply.ts';
import type { ClusterView } from './cluster-view.ts';
import { decide, type Decision } from './decide.ts';
import { observe, observeFresh } from './observe.ts';
import type { Observation } from './observed.ts';
import type { VersionedRun } from './read-objects.ts';
import type { Retention } from './retention.ts';
import { runEvent } from './run-event.ts';
import { endStrayJobs } from './stray-jobs.ts';

export interface RunControllerOptions extends ApplyContext {
  readonly view: ClusterView;
  readonly retention: Retention;
  /** Asks for another look at a Run after a while. */
  readonly recheck: (run: string, afterMs: number) => void;
  /** Tells people of the state that a Run has come to. */
  readonly tell: (event: ObjectEvent) => void;
}

/** A Job without a pod tells nothing by itself: it is looked at so often, ever more rarely. */
const POD_AWAITED = { firstMs: 2500, longestMs: 60_000, shareOfAge: 0.25 } as const;
const LONGEST_RECHECK_MS = 3_600_000;

/** Brings the cluster to what one Run asks for, one step at a time. */
export class RunController {
  readonly #options: RunControllerOptions;

  constructor(options: RunControllerOptions) {
    this.#options = options;
  }

  /** @throws KubeApiError when a step failed: to be tried again */
  async reconcile(name: string): Promise<void> {
    const { api, view } = this.#options;
    const run = view.run(name);
    if (run === undefined) {
      await endStrayJobs(api, view.jobsOf(name));
      return;
    }
    try {
      const observation = await observe(api, view, run);
      this.#options.onStep('observed');
      const decision = this.#decide(observation);
      if (!decision.needsFresh) {
        await this.#carryOut(run, decision);
        return;
      }
      view.forgetWrites(name);
      await this.#carryOut(run, this.#decide(await observeFresh(api, run)));
    } catch (error) {
      view.forgetWrites(name);
      throw error;
    }
  }

  #decide(observation: Observation): Decision {
    return decide(observation, this.#options.now(), this.#options);
  }

  async #carryOut(run: VersionedRun, decision: Decision): Promise<void> {
    const { view, recheck, tell } = this.#options;
    const applied = await apply(this.#options, run, decision);
    if (applied.job !== null) view.noteJob(applied.job);
    if (applied.run !== null) {
      view.noteRun(applied.run);
      const event = runEvent(run, applied.run);
      if (event !== null) tell(event);
    }
    const isUntold = applied.job !== null && applied.run === null;
    const after = isUntold ? 0 : this.#nextLook(decision, applied.run ?? run);
    if (after !== null) recheck(run.name, Math.min(after, LONGEST_RECHECK_MS));
  }

  /** What a write made due is done at once; nothing in the cluster would call for it. */
  #nextLook({ status, recheckAfterMs }: Decision, run: VersionedRun): number | null {
    const wantsJob = run.status.phase !== undefined && run.status.jobUid === undefined;
    if (status !== null && wantsJob && run.status.finishedAt === undefined) return 0;
    const hasNoPod =
      run.status.phase === 'pending' && this.#options.view.podsOf(run.name).length === 0;
    if (!hasNoPod) return recheckAfterMs;
    return Math.min(recheckAfterMs ?? Infinity, this.#awaitPod(run));
  }

  #awaitPod({ createdAt }: VersionedRun): number {
    const age = this.#options.now().getTime() - Date.parse(createdAt);
    const { firstMs, longestMs, shareOfAge } = POD_AWAITED;
    return Math.min(longestMs, Math.max(firstMs, age * shareOfAge));
  }
}
