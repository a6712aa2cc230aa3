import type { ObjectEvent } from '../events/object-event.ts';
import { apply, type ApplyContext } from './apply.ts';
import { attemptSince } from './attempt-since.ts';
import type { ClusterView } from './cluster-view.ts';
import { decide, type Decision } from './decide.ts';
import { observe, observeFresh } from './observe.ts';
import { LossTimes } from './loss-times.ts';
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
  /** Runs do not keep the times of their losses. Called once. */
  readonly onLossTimeMissing: () => void;
}

/** A Job without a pod tells nothing by itself: it is looked at so often, ever more rarely. */
const POD_AWAITED = { firstMs: 2500, longestMs: 60_000, shareOfAge: 0.25 } as const;
const LONGEST_RECHECK_MS = 3_600_000;

/** Brings the cluster to what one Run asks for, one step at a time. */
export class RunController {
  readonly #options: RunControllerOptions;
  readonly #losses: LossTimes;

  constructor(options: RunControllerOptions) {
    this.#options = options;
    this.#losses = new LossTimes({ now: options.now, onMissing: options.onLossTimeMissing });
  }

  /** @throws KubeApiError when a step failed: to be tried again */
  async reconcile(name: string): Promise<void> {
    const { api, view } = this.#options;
    const known = view.run(name);
    if (known === undefined) {
      this.#losses.forget(name);
      await endStrayJobs(api, view.jobsOf(name));
      return;
    }
    const run = this.#losses.fill(known);
    try {
      const observation = observe(view, run);
      this.#options.onStep('observed');
      const decision = this.#decide(observation);
      if (!decision.needsFresh) {
        await this.#carryOut(run, observation, decision);
        return;
      }
      view.forgetWrites(name);
      const fresh = await observeFresh(api, view, run);
      await this.#carryOut(run, fresh, this.#decide(fresh));
    } catch (error) {
      view.forgetWrites(name);
      throw error;
    }
  }

  #decide(observation: Observation): Decision {
    return decide(observation, this.#options.now(), this.#options);
  }

  async #carryOut(run: VersionedRun, observation: Observation, decision: Decision): Promise<void> {
    const { view, recheck, tell } = this.#options;
    const applied = await apply(this.#options, run, decision);
    if (applied.blocked !== null) {
      const blocked = { ...observation, blocked: applied.blocked };
      await this.#carryOut(run, blocked, this.#decide(blocked));
      return;
    }
    if (applied.job !== null) view.noteJob(applied.job);
    if (applied.run !== null) {
      view.noteRun(applied.run);
      const event = runEvent(run, applied.run);
      if (event !== null) tell(event);
    }
    const isUnreported = applied.job !== null && applied.run === null;
    const after = isUnreported
      ? 0
      : this.#nextLook(observation, decision, this.#losses.fill(applied.run ?? run));
    if (after !== null) recheck(run.name, Math.min(after, LONGEST_RECHECK_MS));
  }

  /** A write may make the next step due at once; nothing in the cluster would trigger it. */
  #nextLook(
    { blocked }: Observation,
    { status, recheckAfterMs }: Decision,
    run: VersionedRun,
  ): number | null {
    const { phase, attempt, jobUid, finishedAt } = run.status;
    if (phase === undefined || finishedAt !== undefined) return recheckAfterMs;
    if (status !== null && jobUid === undefined && blocked === null) return 0;
    const hasPod = this.#options.view.podsOf(run.name).some((pod) => pod.attempt === attempt);
    return hasPod ? recheckAfterMs : Math.min(recheckAfterMs ?? Infinity, this.#awaitPod(run));
  }

  /** Milliseconds until a Job that has no pod, or an attempt that has no Job, is reconciled again. */
  #awaitPod(run: VersionedRun): number {
    const age = this.#options.now().getTime() - Date.parse(attemptSince(run));
    const { firstMs, longestMs, shareOfAge } = POD_AWAITED;
    return Math.min(longestMs, Math.max(firstMs, age * shareOfAge));
  }
}
