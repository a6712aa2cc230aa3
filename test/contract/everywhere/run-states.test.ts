import type { Answer } from '../../support/api-client.ts';
import { useContractApp } from '../../support/contract-app.ts';
import { idOf, saveFlow, saying } from '../../support/contract-cases.ts';
import { chain, input, node, output } from '../../support/contract-graphs.ts';
import { endOf, longFlow, whileRunning, type Run } from '../../support/contract-runs.ts';

const app = useContractApp();
let dataset: string;

beforeAll(async () => {
  dataset = await idOf(app.upload('/api/datasets/upload', 'orders.csv', 'id\n1\n2\n3\n'));
});

const start = (flow: string, body?: object, headers?: Record<string, string>): Promise<Answer> =>
  app.call('POST', `/api/flows/${flow}/runs`, body, headers);

const run = async (graph: object): Promise<Answer> => start(await saveFlow(app, graph));

describe('a run', () => {
  it.concurrent('is answered 202 with a Location when the caller does not wait', async () => {
    const flow = await saveFlow(app, chain([input(dataset), output()]));
    const { status, headers, body } = await start(flow, {}, { Prefer: 'respond-async' });
    const { id } = body as Run;
    expect(status).toBe(202);
    expect(headers.get('location')).toBe(`/api/runs/${id}`);
    expect(await endOf(app, id)).toMatchObject({ id, status: 'success' });
  });

  it.concurrent('succeeds when no node fails, with its finish time and all its logs', async () => {
    expect(await run(chain([input(dataset), output()]))).toMatchObject({
      status: 201,
      body: {
        status: 'success',
        finished_at: expect.any(String) as string,
        error_message: null,
        logs: [{ level: 'info' }, { level: 'info' }],
      },
    });
  });

  it.concurrent('fails with the reason when a node of its flow fails', async () => {
    const select = node('selectColumns', { columns: ['zz'] });
    expect(await run(chain([input(dataset), select, output()]))).toMatchObject({
      status: 201,
      body: {
        status: 'failed',
        finished_at: expect.any(String) as string,
        error_message: expect.stringContaining('zz') as string,
        output_location: null,
      },
    });
  });

  it.concurrent('fails when it exceeds its timeout, and names the limit', async () => {
    expect(await start(await longFlow(app), { timeout_seconds: 1 })).toMatchObject({
      status: 201,
      body: {
        status: 'failed',
        engine: 'polars',
        trigger: 'manual',
        error_message: expect.stringMatching(/\b1 second/) as string,
      },
    });
  });

  it.concurrent('can be read, listed and cancelled once while it is running', async () => {
    const id = await whileRunning(app, async (id) => {
      expect(await app.call('GET', `/api/runs/${id}`)).toMatchObject({
        status: 200,
        body: { status: 'running', finished_at: null, node_results: null },
      });
      const listed = await app.call('GET', '/api/runs?status=running');
      expect((listed.body as Run[]).map((run) => run.id)).toContain(id);
      expect(await app.call('POST', `/api/runs/${id}/cancel`)).toMatchObject({
        status: 202,
        body: { run_id: id, status: 'cancelling' },
      });
      return id;
    });
    expect((await app.call('GET', `/api/runs/${id}`)).body).toMatchObject({
      status: 'cancelled',
      error_message: 'The run was cancelled by the user.',
      output_location: null,
    });
    expect(await app.call('POST', `/api/runs/${id}/cancel`)).toMatchObject({
      status: 400,
      body: saying(/cancelled/),
    });
  });

  it.concurrent('holds its flow and its data while it goes on', async () => {
    await whileRunning(app, async (id) => {
      const run = (await app.call('GET', `/api/runs/${id}`)).body as Run;
      expect(await app.call('DELETE', `/api/flows/${String(run.flow_id)}`)).toMatchObject({
        status: 409,
        body: saying(/run/),
      });
      const purge = `/api/datasets/${String(run.input_dataset_id)}?purge=true`;
      expect(await app.call('DELETE', purge)).toMatchObject({
        status: 409,
        body: saying(/"Flow"/),
      });
      expect((await app.call('DELETE', `${purge}&force=true`)).status).toBe(204);
    });
  });
});

describe('a retry', () => {
  it.concurrent('runs what the run before ran, whatever has become of the flow', async () => {
    const graph = (id: string): object =>
      chain([input(dataset), node('limitRows', { n: '{{ n }}' }, id), output()], {
        parameters: [{ name: 'n', type: 'integer', default: 1 }],
      });
    const flow = await saveFlow(app, graph('before'));
    const first = (await start(flow, { engine: 'pandas', parameters: { n: 2 } })).body as Run;
    await app.call('PUT', `/api/flows/${flow}`, { graph_json: graph('after') });
    const again = await app.call('POST', `/api/runs/${first.id}/retry`);
    expect(again).toMatchObject({
      status: 201,
      body: {
        status: 'success',
        trigger: 'retry',
        engine: 'pandas',
        parameters: { n: 2 },
        node_results: [{}, { node_id: 'before', rows: 2 }, {}],
      },
    });
    expect((again.body as Run).id).not.toBe(first.id);
  });
});
