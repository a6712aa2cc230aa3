import { Gauge, type Registry } from 'prom-client';
import { isTerminal } from '../../runner/domain/run-status.ts';
import type { ObservedRun } from './observed.ts';

/** Gauges of the Runs that are there, counted whenever metrics are read. */
export function countRuns(registry: Registry, runs: () => Iterable<ObservedRun>): void {
  new Gauge({
    name: 'millrace_runs',
    help: 'Runs by phase.',
    labelNames: ['phase'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const { status } of runs()) this.inc({ phase: status.phase ?? 'new' });
    },
  });
  new Gauge({
    name: 'millrace_runs_unrecorded',
    help: 'Runs that have ended and whose end the API has not recorded: they are kept.',
    registers: [registry],
    collect() {
      this.set([...runs()].filter(isUnrecorded).length);
    },
  });
}

function isUnrecorded({ status, isRecorded }: ObservedRun): boolean {
  return status.phase !== undefined && isTerminal(status.phase) && !isRecorded;
}
