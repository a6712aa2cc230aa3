import { DONE, type Result } from '../controller/result.ts';
import type { JobSettings } from '../job/job-settings.ts';
import { apply, type ApplyContext } from './apply.ts';
import { decide } from './decide.ts';
import type { ScheduleView } from './schedule-view.ts';

export interface ScheduleControllerOptions extends ApplyContext {
  readonly view: ScheduleView;
  readonly settings: JobSettings;
}

/** What was refused may be allowed later, by somebody who changes a quota or a policy. */
const REJECTED_REQUEUE_MS = 300_000;

/** Brings the cluster to what one Schedule asks for. */
export class ScheduleController {
  readonly #options: ScheduleControllerOptions;

  constructor(options: ScheduleControllerOptions) {
    this.#options = options;
  }

  /** @throws KubeApiError when a step failed: to be tried again */
  async reconcile(name: string): Promise<Result> {
    const { view, settings } = this.#options;
    const observation = view.observe(name);
    if (observation === undefined) return DONE;
    const decision = decide(observation, settings);
    if (decision === null) return DONE;
    const { isReady } = await apply(this.#options, observation, decision);
    return isReady ? DONE : { requeueAfterMs: REJECTED_REQUEUE_MS };
  }
}
