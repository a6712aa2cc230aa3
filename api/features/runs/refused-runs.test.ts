import {
  chain,
  detail,
  input,
  limit,
  output,
  useRunService,
} from '../../../test/support/run-service.ts';
import { scriptPython } from '../../../test/support/script-settings.ts';
import type { RunRead } from './schemas.ts';

const python = await scriptPython();
const runs = useRunService(python === null ? {} : { SERVICE_PYTHON: python });
const { flowOf, simple, run, ran } = runs;

describe('the checks before a run, in order', () => {
  it('reject the request and insert no run', async () => {
    const before = (await runs.service.call('GET', '/api/runs')).headers.get('x-total-count');
    const project = (await runs.service.call('POST', '/api/projects', { name: 'Other' })).json as {
      id: string;
    };
    const graph = chain([input('in', runs.orders), limit(2), output()], {
      parameters: [{ name: 'must' }],
    });
    const flow = await flowOf(graph);
    const elsewhere = await flowOf(graph, { project_id: project.id });
    const disabled = await flowOf(graph);
    await runs.service.call('PUT', `/api/flows/${disabled}`, { is_disabled: true });
    const wrong = { engine: 'spark', parameters: { zz: 1 } };
    expect((await run('nope', { ...wrong, input_dataset_id: 'nope' })).status).toBe(404);
    expect(detail(await run(disabled, { ...wrong, input_dataset_id: 'nope' }))).toMatch(/disabled/);
    expect((await run(flow, { ...wrong, input_dataset_id: 'nope' })).status).toBe(404);
    expect(detail(await run(elsewhere, { ...wrong, input_dataset_id: runs.orders }))).toMatch(
      /another project/,
    );
    expect(detail(await run(flow, wrong))).toMatch(/engine/);
    expect(detail(await run(flow, { parameters: { zz: 1 } }))).toMatch(/zz/);
    expect(detail(await run(flow))).toMatch(/"must" needs a value/);
    const after = (await runs.service.call('GET', '/api/runs')).headers.get('x-total-count');
    expect(after).toBe(before);
  });

  it.each([
    ['an empty graph', { nodes: [], edges: [] }, /no nodes/],
    ['only an input', chain([input('in', 'x')]), /no output/],
    ['no dataset chosen', chain([input('in', ''), output()]), /dataset/],
    [
      'an unknown type',
      chain([input('in', 'x'), { ...limit(1), type: 'limitRow' }, output()]),
      /limitRow/,
    ],
    ['a wrong config', chain([input('in', 'x'), limit('many'), output()]), /limitRows \(top\)/],
  ])('refuses %s with 400', async (_what, graph, message) => {
    const answer = await run(await flowOf(graph));
    expect(answer.status).toBe(400);
    expect(detail(answer)).toMatch(message);
  });

  (python === null ? it.skip : it)('refuse a Python script with a syntax error', async () => {
    const script = {
      id: 'py',
      type: 'pythonTransform',
      data: { config: { script: 'return (df' } },
    };
    const answer = await run(await flowOf(chain([input('in', runs.orders), script, output()])));
    expect(answer.status).toBe(400);
    expect(detail(answer)).toMatch(/\(py\): "script": The script has a syntax error in line 1/);
  });

  it('accept any format of the dataset for an input without a format', async () => {
    const people = await runs.upload('people.json', '[{"n":1}]');
    const graph = chain([input('in', people, { format: undefined }), output()]);
    const answer = await run(await flowOf(graph));
    expect([answer.status, answer.json]).toMatchObject([201, { status: 'success' }]);
    const checked = await runs.service.call('POST', '/api/flows/validate', { graph_json: graph });
    expect(checked.json).toMatchObject({ valid: true, problems: [] });
  });

  it('reject a format that differs from the dataset’s', async () => {
    const answer = await run(
      await flowOf(chain([input('in', runs.orders, { format: 'json' }), output()])),
    );
    expect(answer.status).toBe(400);
    expect(detail(answer)).toMatch(
      /Orders \(in\): "format" is json, but the dataset "orders.csv" is csv/,
    );
  });

  it.each([
    [{ timeout_seconds: 1.5 }, ['body', 'timeout_seconds']],
    [{ timeout_seconds: -1 }, ['body', 'timeout_seconds']],
    [{ parameters: [1] }, ['body', 'parameters']],
    [{ engine: 5 }, ['body', 'engine']],
    [{ resources: { cpu: 5 } }, ['body', 'resources', 'cpu']],
  ])('refuses the shape %j with 422', async (body, loc) => {
    const answer = await run(await simple(), body);
    expect(answer.status).toBe(422);
    expect(detail(answer)).toMatchObject([{ loc }]);
  });

  it('take cpu and memory from the request, else from the flow, and keep them for a retry', async () => {
    const graph = chain([input('in', runs.orders), output()], {
      resources: { cpu: '2', memory: '1Gi' },
    });
    const { id } = await ran(await flowOf(graph), { resources: { memory: '3Gi' } });
    const again = await runs.service.call('POST', `/api/runs/${id}/retry`);
    const { id: retried } = again.json as RunRead;
    const database = await runs.service.openDatabase();
    const rows = await database.run.findMany({ where: { id: { in: [id, retried] } } });
    expect(rows.map(({ resources }) => JSON.parse(resources ?? ''))).toEqual(
      Array.from({ length: 2 }, () => ({ cpu: '2', memory: '3Gi' })),
    );
    expect(detail(await run(await simple(), { resources: { cpu: 'lots' } }))).toMatch(
      /"cpu" of the/,
    );
  });

  it('accept a timeout given as text', async () => {
    expect((await run(await simple(), { timeout_seconds: '60' })).status).toBe(201);
  });
});
