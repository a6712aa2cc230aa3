import { pino } from 'pino';
import { Registry } from 'prom-client';
import { until } from '../../test/support/until.ts';
import { KubeApiError } from '../../kubernetes/client/kube-api-error.ts';
import { controllerMetrics } from './controller-metrics.ts';
import { Controller, type ControllerOptions } from './controller.ts';
import { DONE } from './result.ts';

function start(options: Partial<ControllerOptions>): Controller {
  const controller = new Controller({
    name: 'run',
    workers: 1,
    metrics: controllerMetrics(new Registry())('run'),
    logger: pino({ enabled: false }),
    reconcile: () => Promise.resolve(DONE),
    hasSynced: () => true,
    onRepeatedFailure: () => undefined,
    objects: () => [],
    ...options,
  });
  controller.start();
  return controller;
}

it('logs and reports conflicts that go on, but not a single conflict', async () => {
  const status = { reason: 'Conflict', message: 'newer', retryAfterSeconds: null };
  const conflicts = { once: 1, always: Infinity };
  const logged: string[] = [];
  const reported: string[] = [];
  const controller = start({
    logger: pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) }),
    reconcile: (object) => {
      const left = conflicts[object as keyof typeof conflicts]--;
      return left > 0 ? Promise.reject(new KubeApiError(409, status)) : Promise.resolve(DONE);
    },
    onRepeatedFailure: (object) => reported.push(object),
    objects: () => Object.keys(conflicts),
  });
  await until(() => reported.length > 0);
  await controller.stop();
  expect(reported).toEqual(['always']);
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({ run: 'always', failures: 10 });
  expect(logged.join('')).not.toContain('once');
});

it('reconciles an object again when its result asks for a requeue', async () => {
  const reconciled: string[] = [];
  const controller = start({
    reconcile: (object) => {
      reconciled.push(object);
      const isFirst = reconciled.filter((one) => one === object).length === 1;
      return Promise.resolve(object === 'requeued' && isFirst ? { requeueAfterMs: 1 } : DONE);
    },
    objects: () => ['done', 'requeued'],
  });
  await until(() => reconciled.length === 3);
  await controller.stop();
  expect(reconciled).toEqual(['done', 'requeued', 'requeued']);
});
