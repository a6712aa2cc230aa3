import { createOperatorMetrics } from './metrics.ts';

/** The value of each series, by its name and labels. */
async function series(text: Promise<string>): Promise<ReadonlyMap<string, string>> {
  const lines = (await text).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), line.split(' ').at(-1) ?? '']),
  );
}

describe('the metrics of the operator', () => {
  it('have the names that dashboards for controllers look for', async () => {
    const metrics = createOperatorMetrics();
    const controller = metrics.controller('run');
    const { queue } = controller;
    queue.added();
    queue.depth(3);
    queue.waited(0.2);
    queue.worked(0.3);
    queue.retried();
    metrics.request({ verb: 'GET', code: 200, seconds: 0.1 });
    controller.reconciled('error', 0.4);
    metrics.leading('lease', true);
    controller.workers(16, () => [2, 5]);
    const seen = await series(metrics.registry.metrics());
    expect(Object.fromEntries(seen)).toMatchObject({
      'workqueue_depth{name="run"}': '3',
      'workqueue_adds_total{name="run"}': '1',
      'workqueue_retries_total{name="run"}': '1',
      'workqueue_queue_duration_seconds_sum{name="run"}': '0.2',
      'workqueue_work_duration_seconds_sum{name="run"}': '0.3',
      'workqueue_longest_running_processor_seconds{name="run"}': '5',
      'workqueue_unfinished_work_seconds{name="run"}': '7',
      'controller_runtime_active_workers{controller="run"}': '2',
      'controller_runtime_max_concurrent_reconciles{controller="run"}': '16',
      'controller_runtime_reconcile_total{controller="run",result="error"}': '1',
      'controller_runtime_reconcile_errors_total{controller="run"}': '1',
      'controller_runtime_reconcile_time_seconds_sum{controller="run"}': '0.4',
      'rest_client_requests_total{code="200",method="GET"}': '1',
      'rest_client_request_duration_seconds_sum{verb="GET"}': '0.1',
      'leader_election_master_status{name="lease"}': '1',
    });
  });

  it('have a bucket for a queue duration of an hour', async () => {
    const metrics = createOperatorMetrics();
    metrics.controller('run').queue.waited(3000);
    const seen = await series(metrics.registry.metrics());
    expect(seen.get('workqueue_queue_duration_seconds_bucket{le="1200",name="run"}')).toBe('0');
    expect(seen.get('workqueue_queue_duration_seconds_bucket{le="3600",name="run"}')).toBe('1');
  });
});
