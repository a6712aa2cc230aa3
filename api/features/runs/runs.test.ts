import {
  chain,
  detail,
  input,
  instant,
  limit,
  output,
  useRunService,
  type Node,
} from '../../../test/support/run-service.ts';
import type { RunRead } from './schemas.ts';

const runs = useRunService();
const { upload, flowOf, simple, run, ran, get, until } = runs;

describe('a run', () => {
  it.each(['polars', 'pandas'])(
    'on %s answers 201 after its end, with every field',
    async (engine) => {
      const flow = await simple();
      const answer = await run(flow, { engine });
      expect(answer.status).toBe(201);
      const body = answer.json as RunRead;
      expect(body).toMatchObject({
        flow_id: flow,
        input_dataset_id: runs.orders,
        input_datasets: [
          { dataset_id: runs.orders, version_number: 1, dataset_name: 'orders.csv' },
        ],
        status: 'success',
        engine,
        trigger: 'manual',
        schedule_id: null,
        output_location: `${body.id}/out.csv`,
        outputs: [
          {
            node_id: 'out',
            key: `runs/${body.id}/attempts/1/outputs/out.csv`,
            format: 'csv',
            rows: 2,
          },
        ],
        error_message: null,
        parameters: null,
        drift: null,
      });
      expect(body.node_results).toMatchObject([
        {
          node_id: 'in',
          type: 'fileInput',
          label: 'Orders',
          status: 'success',
          rows: 4,
          error: null,
          chart: null,
        },
        { node_id: 'top', label: 'limitRows', rows: 2, columns: ['id', 'name', 'big'] },
        { node_id: 'out', rows: 2 },
      ]);
      expect(body.logs).toEqual(body.logs_json);
      expect(body.logs).toMatchObject([
        { level: 'info', duration_ms: expect.any(Number) as number },
        { level: 'info', versions: [{ dataset_id: runs.orders, version_number: 1 }] },
      ]);
      expect(instant(body.finished_at)).toBeGreaterThanOrEqual(instant(body.started_at));
      expect(await get(body.id)).toEqual(body);
    },
  );

  it('keeps integers beyond 2^53 exact', async () => {
    const answer = await run(await simple());
    expect(answer.text).toContain('"big":9007199254740993');
    const { id } = answer.json as RunRead;
    const file = await runs.service.call('GET', `/api/runs/${id}/output?node_id=out`);
    expect(file.text).toBe('id,name,big\n1,d,9007199254740993\n2,a,1\n');
  });

  it.each([undefined, 'null', '{}'])('accepts the body %s', async (body) => {
    const answer = await run(await simple(), body, { 'Content-Type': 'application/json' });
    expect(answer.status).toBe(201);
  });

  it('uses the engine of the request, else of the flow, else of the settings', async () => {
    const flow = await flowOf(chain([input('in', runs.orders), output()], { engine: 'pandas' }));
    expect((await ran(flow)).engine).toBe('pandas');
    expect((await ran(flow, { engine: 'polars' })).engine).toBe('polars');
    expect(
      (await ran(await flowOf(chain([input('in', runs.orders), output()], { engine: null }))))
        .engine,
    ).toBe('polars');
    expect(detail(await run(flow, { engine: 'spark' }))).toMatch(/spark.*pandas, polars/);
  });

  it('answers 202 at once with respond-async, and goes on', async () => {
    const answer = await run(await simple(), {}, { Prefer: 'respond-async' });
    expect(answer.status).toBe(202);
    const { id, status, drift } = answer.json as RunRead;
    expect(answer.headers.get('location')).toBe(`/api/runs/${id}`);
    expect(['pending', 'running', 'success']).toContain(status);
    expect(drift).toBeNull();
    expect((await until(id, (now) => now.finished_at !== null)).status).toBe('success');
  });

  it('fails with the name of the node, and skips its dependents', async () => {
    const pick: Node = {
      id: 'pick',
      type: 'selectColumns',
      data: { label: 'Pick', config: { columns: ['nam'] } },
    };
    const body = await ran(await flowOf(chain([input('in', runs.orders), pick, output()])));
    expect(body).toMatchObject({
      status: 'failed',
      output_location: null,
      error_message: expect.stringMatching(/^Pick \(pick\): .*"nam".*"name"/) as string,
      node_results: [
        { status: 'success' },
        { status: 'failed' },
        { status: 'skipped', sample: [], rows: null },
      ],
    });
    expect(body.logs).toMatchObject([
      { level: 'error', message: body.error_message },
      { level: 'info', versions: [{ dataset_id: runs.orders, version_number: 1 }] },
    ]);
  });

  it.each([
    ['an unknown dataset', { dataset_id: 'nope' }, /Dataset 'nope' not found/],
    ['an unknown version', { dataset_version: 99 }, /Dataset version '.*:99' not found/],
  ])('that reads %s exists, and has failed', async (_what, config, message) => {
    const body = await ran(await flowOf(chain([input('in', runs.orders, config), output()])));
    expect(body).toMatchObject({ status: 'failed', node_results: null, input_datasets: null });
    expect(body.error_message).toMatch(message);
    expect(body.finished_at).not.toBeNull();
  });

  it.each([
    ['deleted', (id: string) => runs.service.call('DELETE', `/api/datasets/${id}`)],
    [
      'disabled',
      (id: string) => runs.service.call('PATCH', `/api/datasets/${id}`, { is_disabled: true }),
    ],
  ])('fails when it reads a %s dataset, and says what makes it available', async (what, change) => {
    const gone = await upload(`${what}.csv`, 'id\n1\n');
    const flow = await flowOf(chain([input('in', gone), output()]));
    await change(gone);
    await runs.service.call('PUT', `/api/flows/${flow}`, { is_disabled: false });
    const { status, error_message } = await ran(flow);
    const path = `/api/datasets/${gone}`;
    const reason = {
      deleted: `was deleted. Restore it (POST ${path}/restore), or read another one.`,
      disabled: `is disabled. Enable it (PATCH ${path} with {"is_disabled": false}), or read another one.`,
    }[what];
    expect(status).toBe('failed');
    expect(error_message).toContain(`The dataset "${what}.csv" ${reason ?? ''}`);
  });

  it('fails when the project of its dataset is disabled, and names the project', async () => {
    const { service } = runs;
    const project = await service.call('POST', '/api/projects', { name: 'Closed' });
    const { id } = project.json as { id: string };
    const form = new FormData();
    form.set('file', new Blob(['id\n1\n']), 'closed.csv');
    const uploaded = await service.call('POST', `/api/datasets/upload?project_id=${id}`, form);
    const dataset = (uploaded.json as { id: string }).id;
    const flow = await flowOf(chain([input('in', dataset), output()]));
    await service.call('PUT', `/api/projects/${id}`, { is_disabled: true });
    await service.call('PUT', `/api/flows/${flow}`, { is_disabled: false });
    expect((await ran(flow)).error_message).toContain(
      'The dataset "closed.csv" is disabled, because its project "Closed" is disabled. Enable the project, which enables the dataset.',
    );
  });

  it('resolves parameters and shows their values in the graph', async () => {
    const parameters = [{ name: 'n', type: 'integer', default: 1 }];
    const flow = await flowOf(
      chain([input('in', runs.orders), limit('{{ n }}'), output()], { parameters }),
    );
    const body = await ran(flow, { parameters: { n: '3' } });
    expect(body.parameters).toEqual({ n: 3 });
    expect(body.node_results?.[1]?.rows).toBe(3);
    expect(body.graph_snapshot).toMatchObject({
      nodes: [{}, { data: { config: { n: 3 } } }, {}],
      parameters,
    });
  });

  it('registers its output as a new version of a dataset', async () => {
    const flow = await flowOf(
      chain([input('in', runs.orders), limit(2), output({ dataset_name: 'Top' })]),
    );
    const first = await ran(flow);
    expect(first.status).toBe('success');
    await ran(flow);
    const datasets = (await runs.service.call('GET', '/api/datasets')).json as Record<
      string,
      unknown
    >[];
    const top = datasets.find(({ name }) => name === 'Top');
    expect(top).toMatchObject({ dataset_kind: 'output', source_type: 'csv', latest_version: 2 });
    const versions = (await runs.service.call('GET', `/api/datasets/${String(top?.id)}/versions`))
      .json;
    expect(versions).toMatchObject([
      { version_number: 2 },
      { version_number: 1, source_run_id: first.id, row_count: 2 },
    ]);
    const file = await runs.service.call(
      'GET',
      `/api/datasets/${String(top?.id)}/versions/1/download`,
    );
    expect(file.text).toBe('id,name,big\n1,d,9007199254740993\n2,a,1\n');
    expect(
      (await ran(await flowOf(chain([input('in', String(top?.id)), output()])))).node_results?.[0]
        ?.rows,
    ).toBe(2);
    const other = await flowOf(
      chain([input('in', runs.orders), output({ dataset_name: 'TOP', format: 'json' })]),
    );
    const run = await ran(other);
    expect(run.status).toBe('success');
    expect(run.logs.at(-1)).toMatchObject({
      level: 'warning',
      node_id: 'out',
      message: expect.stringContaining('TOP') as string,
    });
  });
});
