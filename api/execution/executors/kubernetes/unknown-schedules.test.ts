import { pino } from 'pino';
import { KubernetesSchedules } from './kubernetes-schedules.ts';
import { startKubeServer } from '../../../../test/support/kube-server.ts';
import { openScheduleRig } from '../../../../test/support/schedule-rig.ts';
import { createSettingsService } from '../../../domain/settings/service.ts';
import { createSettingsStore } from '../../../domain/settings/store.ts';
import { until } from '../../../../test/support/until.ts';

it('schedules are triggered when due in a cluster without the Schedule resource, which is logged once', async () => {
  const rig = await openScheduleRig('2027-01-04T10:00:00Z');
  let requests = 0;
  const server = await startKubeServer((_, response) => {
    requests++;
    response.writeHead(404, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ kind: 'Status', code: 404, reason: 'NotFound', message: 'no' }));
  });
  const warnings: unknown[] = [];
  const mirror = new KubernetesSchedules({
    cluster: { api: server.api, namespace: 'n', installation: 'own' },
    database: rig.database,
    settings: createSettingsService({
      store: createSettingsStore(rig.database),
      fromEnvironment: {},
    }),
    maxResources: { cpu: null, memory: null },
    logger: pino({ level: 'warn' }, { write: (line) => warnings.push(JSON.parse(line)) }),
    timing: { acknowledgeEvery: 10, reconcileEvery: 10 },
  });
  mirror.start(() => undefined);
  const schedule = await rig.addSchedule();
  mirror.changed(schedule.id);
  mirror.flowChanged(schedule.flowId);
  await until(() => requests >= 2);
  const scheduler = rig.scheduler({ clock: mirror });
  await scheduler.poll();
  expect(await rig.runs(schedule)).toHaveLength(1);
  expect(warnings).toEqual([
    expect.objectContaining({
      msg: expect.stringContaining('Schedules in the cluster cannot be watched') as string,
    }),
  ]);
  await rig.finishRuns('success');
  await scheduler.close();
  await mirror.close();
  await server.stop();
  await rig.close();
});
