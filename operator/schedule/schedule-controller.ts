import { DONE, type Result } from '../controller/result.ts';
import type { JobSettings } from '../job/job-settings.ts';
import { apply, type ApplyContext } from './apply.ts';
import { decide } from './decide.ts';
import type { ScheduleCache } from './schedule-cache.ts';

export interface ScheduleControllerOptions extends ApplyContext {
  readonly cache: ScheduleCache;
  readonly settings: JobSettings;
  readonly now: () => Date;
}

/** Brings the cluster to the desired state of one Schedule. */
export class ScheduleController {
  readonly #options: ScheduleControllerOptions;

  constructor(options: ScheduleControllerOptions) {
    this.#options = options;
  }

  /**
   * Observes, decides and applies. A rejected CronJob is observed too and decided on again.
   * @throws KubeApiError when a step failed
   */
  async reconcile(name: string): Promise<Result> {
    const { cache, settings, now } = this.#options;
    const observed = cache.observe(name);
    if (observed === undefined) return DONE;
    let observation = observed;
    for (;;) {
      const decision = decide(observation, settings, now());
      const { cronJobRejection } = await apply(this.#options, observation.schedule, decision);
      if (cronJobRejection === null) return decision;
      observation = { ...observation, cronJobRejection };
    }
  }
}
