import { eventually } from './support/eventually.ts';
import { mistakenFlow, quickFlow } from './support/flows.ts';
import { TOO_LARGE_FOR_ANY_NODE } from './support/run-options.ts';
import { openStand, type Stand } from './support/stand.ts';

let stand: Stand;

beforeAll(async () => {
  stand = await openStand();
});

afterAll(async () => {
  await stand.close();
});

/** Waits until the description contains the texts, since events arrive after their cause. */
async function describes(run: string, ...texts: readonly RegExp[]): Promise<void> {
  await eventually(
    `kubectl describe to show every text for ${run}`,
    () => stand.kubernetes.kubectl('describe', 'mrun', run),
    (description) => texts.every((text) => text.test(description)),
    30_000,
  );
}

describe('kubectl', () => {
  it('lists runs with their state and reason', async () => {
    const { service, kubernetes } = stand;
    const flow = await quickFlow(service);
    const { id } = await service.runToEnd(flow);
    const table = await kubernetes.kubectl('get', 'runs', id);
    const [head = '', row = ''] = table.split('\n');
    expect(head.trim().split(/ +/)).toEqual([
      'NAME',
      'STATE',
      'REASON',
      'ATTEMPT',
      'START',
      'FINISH',
      'AGE',
    ]);
    expect(row).toMatch(new RegExp(`^${id} +success +Completed +1 +\\d+s +\\d+s +\\d+s`));
    const wide = await kubernetes.kubectl('get', 'runs', id, '-o', 'wide');
    expect(wide).toContain(flow);
    expect(await kubernetes.kubectl('get', 'millrace')).toContain(`run.millrace.dev/${id}`);
  });

  it('describes why a run failed', async () => {
    const { service } = stand;
    const { id } = await service.runToEnd(await mistakenFlow(service));
    await describes(id, /Reason: +FlowFailed/, /Warning +FlowFailed .*millrace-operator/);
  });

  it('describes why a run waits', async () => {
    const { service } = stand;
    const id = await service.start(await quickFlow(service), TOO_LARGE_FOR_ANY_NODE);
    const message = /0\/\d+ nodes are available/;
    await describes(
      id,
      /Reason: +Unschedulable/,
      /Warning +Unschedulable .*No node takes/,
      message,
    );
    await service.cancel(id);
    await service.finished(id);
  });
});
