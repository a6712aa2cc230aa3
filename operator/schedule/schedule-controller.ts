import type { JobSettings } from '../job/job-settings.ts';
import { apply, type ApplyContext } from './apply.ts';
import { decide } from './decide.ts';
import type { ScheduleView } from './schedule-view.ts';

export interface ScheduleControllerOptions extends ApplyContext {
  readonly view: ScheduleView;
  readonly settings: JobSettings;
  /** Asks for another look at a Schedule after a while. */
  readonly recheck: (schedule: string, afterMs: number) => void;
}

/** What was refused may be allowed later, by somebody who changes a quota or a policy. */
const REFUSED_RECHECK_MS = 300_000;

/** Brings the cluster to what one Schedule asks for. */
export class ScheduleController {
  readonly #options: ScheduleControllerOptions;

  constructor(options: ScheduleControllerOptions) {
    this.#options = options;
  }

  /** @throws KubeApiError when a step failed: to be tried again */
  async reconcile(name: string): Promise<void> {
    const { view, settings, recheck } = this.#options;
    const observation = view.observe(name);
    if (observation === undefined) return;
    const decision = decide(observation, settings);
    if (decision === null) return;
    const { isReady } = await apply(this.#options, observation, decision);
    if (!isReady) recheck(name, REFUSED_RECHECK_MS);
  }
}
