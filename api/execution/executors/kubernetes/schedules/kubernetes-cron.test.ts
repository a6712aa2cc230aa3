import { isInvalid, KubeApiError } from '../../../../../kubernetes/client/kube-api-error.ts';
import { requireSharedControlPlane } from '../../../../../test/support/shared-control-plane.ts';
import { listTimeZones } from '../../../../domain/schedules/time-zones.ts';
import { kubernetesCron } from './kubernetes-cron.ts';

const plane = await requireSharedControlPlane();

afterAll(() => plane.stop());

/** Returns why the API server rejects such a CronJob; null: it does not. */
async function rejection(schedule: string, timeZone: string): Promise<string | null> {
  const container = { name: 'c', image: 'i' };
  const pod = { spec: { restartPolicy: 'Never', containers: [container] } };
  const body = {
    metadata: { name: 'tried' },
    spec: { schedule, timeZone, jobTemplate: { spec: { template: pod } } },
  };
  const query = { dryRun: 'All' };
  try {
    const path = '/apis/batch/v1/namespaces/default/cronjobs';
    await plane.api.request(path, { method: 'POST', query, body });
    return null;
  } catch (error) {
    if (error instanceof KubeApiError && isInvalid(error)) return error.message;
    throw error;
  }
}

describe('a cron expression for a CronJob', () => {
  it.each([
    ['*/90 * * * *', '0 * * * *'],
    ['50-10/10 * * * *', '0,10,50 * * * *'],
    ['0/20 * * * *', '0,20,40 * * * *'],
    ['*/20 * * * *', '*/20 * * * *'],
    ['0-59 * * * *', '0-59 * * * *'],
    ['  0   0  1  jan-Mar  MON,wed ', '0 0 1 1-3 1,3'],
    ['0 0 * * FRI-MON', '0 0 * * 0,1,5,6'],
    ['0 0 * * 5-7', '0 0 * * 0,5,6'],
    ['0 0 * * 7', '0 0 * * 0'],
    ['0 0 * * 1-7', '0 0 * * 0-6'],
    ['0 0 * * */2', '0 0 * * */2'],
    // With a star Kubernetes would require both, the 13th and any weekday.
    ['0 0 13 * 0-7', '0 0 13 * 0-6'],
    ['0 0 13 * *,5', '0 0 13 * 0-6'],
    ['0 0 *,13 * FRI', '0 0 1-31 * 5'],
    ['0 0 13 * FRI', '0 0 13 * 5'],
    ['0 22-2 * * *', '0 0,1,2,22,23 * * *'],
    ['@daily', '0 0 * * *'],
    ['@weekly', '0 0 * * 0'],
    ['@annually', '0 0 1 1 *'],
  ])('%j becomes %j, which the API server accepts', async (given, meant) => {
    expect(kubernetesCron(given)).toBe(meant);
    expect(await rejection(meant, 'Etc/UTC')).toBeNull();
  });

  it('stays short when values are repeated', () => {
    const minutes = Array.from({ length: 60 }, (_, n) => `${n},*,${n}-59`).join(',');
    expect(kubernetesCron(`${minutes} * * * *`)).toBe('0-59 * * * *');
  });
});

describe('the accepted time zones', () => {
  it('are accepted in a CronJob', async () => {
    const rejected: string[] = [];
    for (const zone of new Set(listTimeZones())) {
      if ((await rejection('0 0 * * *', zone)) !== null) rejected.push(zone);
    }
    expect(rejected).toEqual([]);
  });
});
