import { pino } from 'pino';
import { Registry } from 'prom-client';
import { until } from '../../test/support/until.ts';
import { KubeApiError } from '../../kubernetes/client/kube-api-error.ts';
import { controllerMetrics } from './controller-metrics.ts';
import { Controller } from './controller.ts';

it('a conflict that does not end is logged and reported, one that ends is not', async () => {
  const status = { reason: 'Conflict', message: 'newer', retryAfterSeconds: null };
  const conflicts = { once: 1, always: Infinity };
  const logged: string[] = [];
  const stuck: string[] = [];
  const controller = new Controller({
    name: 'run',
    workers: 1,
    metrics: controllerMetrics(new Registry())('run'),
    logger: pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) }),
    reconcile: (object) => {
      const left = conflicts[object as keyof typeof conflicts]--;
      return left > 0 ? Promise.reject(new KubeApiError(409, status)) : Promise.resolve();
    },
    canJudge: () => true,
    onStuck: (object) => stuck.push(object),
    all: () => Object.keys(conflicts),
  });
  controller.lead();
  await until(() => stuck.length > 0);
  await controller.stop();
  expect(stuck).toEqual(['always']);
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({ run: 'always', failures: 10 });
  expect(logged.join('')).not.toContain('once');
});
