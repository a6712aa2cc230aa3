import { DONE, type Result } from '../controller/result.ts';
import type { ObjectEvent } from '../events/object-event.ts';
import { apply, type Applied, type ApplyContext } from './apply/apply.ts';
import type { ClusterCache } from './observe/cluster-cache.ts';
import { decide } from './decide/decide.ts';
import { observe, observeFresh } from './observe/observe.ts';
import { LossTimes } from './observe/loss-times.ts';
import type { VersionedRun } from './observe/read-objects.ts';
import type { Retention } from './decide/retention.ts';
import { runEvent } from './status/run-event.ts';
import { deleteOrphanJobs } from './apply/orphan-jobs.ts';

export interface RunControllerOptions extends ApplyContext {
  readonly view: ClusterCache;
  readonly retention: Retention;
  /** Emits an Event for a transition of a Run. */
  readonly emit: (event: ObjectEvent) => void;
  /** Called once when a Run does not keep the time of a loss. */
  readonly onLossTimeMissing: () => void;
}

/** Reconciles Runs: observes one, decides its next step, applies it, and says when to requeue the Run. */
export class RunController {
  readonly #options: RunControllerOptions;
  readonly #losses: LossTimes;

  constructor(options: RunControllerOptions) {
    this.#options = options;
    this.#losses = new LossTimes({ now: options.now, onMissing: options.onLossTimeMissing });
  }

  /** @throws KubeApiError when a step failed */
  async reconcile(name: string): Promise<Result> {
    const { api, view } = this.#options;
    const known = view.run(name);
    if (known === undefined) {
      this.#losses.forget(name);
      await deleteOrphanJobs(api, view.jobsOf(name));
      return DONE;
    }
    try {
      return await this.#reconcile(this.#losses.fill(known));
    } catch (error) {
      view.forgetAssumed(name);
      throw error;
    }
  }

  /** A live read or a rejected Job is a new observation, on which it decides again. */
  async #reconcile(run: VersionedRun): Promise<Result> {
    const { api, view, onStep } = this.#options;
    let observation = observe(view, run);
    onStep('observed');
    for (;;) {
      const decision = decide(observation, this.#options.now(), this.#options);
      if (decision.needsFresh) {
        view.forgetAssumed(run.name);
        observation = await observeFresh(api, view, run);
        continue;
      }
      const applied = await apply(this.#options, run, decision);
      if (applied.rejection === null) {
        this.#assume(run, applied);
        return decision;
      }
      observation = { ...observation, jobRejection: applied.rejection };
    }
  }

  /** Caches own writes until the watch delivers them. */
  #assume(before: VersionedRun, { job, run }: Applied): void {
    const { view, emit } = this.#options;
    if (job !== null) view.assumeJob(job);
    if (run === null) return;
    view.assumeRun(run);
    const event = runEvent(before, run);
    if (event !== null) emit(event);
  }
}
