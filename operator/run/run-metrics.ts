import { Gauge, type Registry } from 'prom-client';
import { isTerminal, RUN_STATUSES } from '../../runner/domain/run-status.ts';
import type { ObservedRun } from './observe/observation.ts';

type Phase = (typeof PHASES)[number];
const PHASES = ['new', ...RUN_STATUSES] as const;

/** Registers gauges of the cached Runs, which are counted on every scrape. */
export function countRuns(registry: Registry, runs: () => Iterable<ObservedRun>): void {
  new Gauge({
    name: 'millrace_runs',
    help: 'Runs by phase.',
    labelNames: ['phase'] as const,
    registers: [registry],
    collect() {
      const counts = countByPhase(runs());
      for (const phase of PHASES) this.set({ phase }, counts.get(phase) ?? 0);
    },
  });
  new Gauge({
    name: 'millrace_runs_unrecorded',
    help: 'Finished Runs that the API has not recorded yet, so they are not deleted.',
    registers: [registry],
    collect() {
      let count = 0;
      for (const run of runs()) if (isUnrecorded(run)) count += 1;
      this.set(count);
    },
  });
}

function countByPhase(runs: Iterable<ObservedRun>): ReadonlyMap<Phase, number> {
  const counts = new Map<Phase, number>();
  for (const { status } of runs) {
    const phase = status.phase ?? 'new';
    counts.set(phase, (counts.get(phase) ?? 0) + 1);
  }
  return counts;
}

function isUnrecorded({ status, isRecorded }: ObservedRun): boolean {
  return status.phase !== undefined && isTerminal(status.phase) && !isRecorded;
}
