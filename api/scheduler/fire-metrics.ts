import { Histogram, type Registry } from 'prom-client';

export interface FireMetrics {
  /** @param seconds from the time at which a schedule was due to its stored run */
  fired(seconds: number): void;
}

export function createFireMetrics(registry: Registry): FireMetrics {
  const delay = new Histogram({
    name: 'millrace_schedule_fire_delay_seconds',
    help: 'Time from the moment at which a schedule was due to its stored run.',
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 300],
    registers: [registry],
  });
  return {
    fired: (seconds) => {
      delay.observe(seconds);
    },
  };
}
