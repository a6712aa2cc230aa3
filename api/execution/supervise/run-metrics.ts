import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Engine } from '../../../runner/domain/engine.ts';
import type { TerminalStatus } from '../../../runner/domain/run-status.ts';

export interface RunLoad {
  readonly waiting: number;
  readonly running: number;
}

/** Metrics of runs: how many wait and run, their statuses and durations. */
export class RunMetrics {
  readonly #ended: Counter<'engine' | 'status'>;
  readonly #seconds: Histogram<'engine'>;

  /** @param load called at each scrape */
  constructor(registry: Registry, load: () => RunLoad) {
    const registers = [registry];
    this.#ended = new Counter({
      name: 'millrace_runs_ended_total',
      help: 'Finished runs that this process recorded, by engine and status.',
      labelNames: ['engine', 'status'],
      registers,
    });
    this.#seconds = new Histogram({
      name: 'millrace_run_duration_seconds',
      help: 'Time from the creation of a run to its recorded finish, including the time in the queue.',
      labelNames: ['engine'],
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200],
      registers,
    });
    new Gauge({
      name: 'millrace_runs_active',
      help: 'Runs that wait for a runner or are executed, by state: those of this process; in a cluster those of the installation, with the same value in every process.',
      labelNames: ['state'],
      registers,
      collect() {
        const { waiting, running } = load();
        this.set({ state: 'waiting' }, waiting);
        this.set({ state: 'running' }, running);
      },
    });
  }

  recordFinished(engine: Engine, status: TerminalStatus, seconds: number): void {
    this.#ended.inc({ engine, status });
    this.#seconds.observe({ engine }, seconds);
  }
}
