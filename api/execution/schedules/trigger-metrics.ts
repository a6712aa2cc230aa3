import { Counter, Histogram, type Registry } from 'prom-client';
import { MISSED_REASON_NAMES, type MissedReason } from '../../domain/schedules/missed-reason.ts';

export interface TriggerMetrics {
  /** @param delaySeconds from the due time of a schedule until its run was stored */
  triggered(delaySeconds: number): void;
  /** @param count of missed slots */
  missed(reason: MissedReason, count: number): void;
}

export function createTriggerMetrics(registry: Registry): TriggerMetrics {
  const delay = new Histogram({
    name: 'millrace_schedule_fire_delay_seconds',
    help: 'Time from the moment at which a schedule was due until its run was stored.',
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 300],
    registers: [registry],
  });
  const missed = new Counter({
    name: 'millrace_schedule_missed_slots_total',
    help: 'Slots of schedules that started no run, by reason; at most 100 of one schedule at a time.',
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const reason of MISSED_REASON_NAMES) missed.inc({ reason }, 0);
  return {
    triggered: (delaySeconds) => {
      delay.observe(delaySeconds);
    },
    missed: (reason, count) => {
      missed.inc({ reason }, count);
    },
  };
}
