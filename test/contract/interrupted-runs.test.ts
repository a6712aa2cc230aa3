import {
  startTestService,
  type Answer,
  type Database,
  type TestService,
} from '../support/service.ts';
import { chain, input, output } from '../support/contract-graphs.ts';

interface Run {
  readonly id: string;
  readonly status: string;
  readonly [field: string]: unknown;
}

let service: TestService;
let database: Database;
let dataset: string;

beforeAll(async () => {
  service = await startTestService({ SERVICE_SCHEDULER_ENABLED: 'false' });
  database = await service.openDatabase();
  const form = new FormData();
  form.append('file', new Blob(['id\n1\n']), 'orders.csv');
  dataset = (made(await service.call('POST', '/api/datasets/upload', form)) as Run).id;
});

afterAll(() => service.stop());

function made({ status, json }: Answer): unknown {
  expect({ status, json }).toMatchObject({ status: 201 });
  return json;
}

async function run(graph: object): Promise<Run> {
  const flow = made(await service.call('POST', '/api/flows', { name: 'F', graph_json: graph }));
  return made(await service.call('POST', `/api/flows/${(flow as Run).id}/runs`)) as Run;
}

async function read(id: string): Promise<Run> {
  return (await service.call('GET', `/api/runs/${id}`)).json as Run;
}

describe('a run that is running', () => {
  it('fails when a restart interrupts it, also without the scheduler, and can be retried', async () => {
    const { id } = await run(chain([input(dataset), output()]));
    await database.nodeResult.deleteMany({ where: { runId: id } });
    await database.runOutput.deleteMany({ where: { runId: id } });
    await database.run.update({
      where: { id },
      data: { status: 'running', attempt: 2, finishedAt: null },
    });
    const active = async (): Promise<unknown> =>
      (await service.call('GET', '/api/runs?status=running')).json;
    expect(await active()).toMatchObject([{ id }]);

    await service.restart();

    expect(await active()).toEqual([]);
    expect(await read(id)).toMatchObject({
      status: 'failed',
      finished_at: expect.any(String) as string,
      error_message: 'Run interrupted by a server restart.',
    });
    const again = made(await service.call('POST', `/api/runs/${id}/retry`)) as Run;
    expect(again).toMatchObject({ status: 'success', trigger: 'retry' });
    expect(again.id).not.toBe(id);
  });

  it('cannot be cancelled when no process executes it', async () => {
    const { id } = await run(chain([input(dataset), output()]));
    await database.run.update({ where: { id }, data: { status: 'running' } });
    expect((await service.call('POST', `/api/runs/${id}/cancel`)).status).toBe(400);
  });
});
