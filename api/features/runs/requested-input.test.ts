import {
  chain,
  detail,
  input,
  limit,
  output,
  useRunService,
} from '../../../test/support/run-service.ts';
import type { RunRead } from './schemas.ts';

const runs = useRunService();
const { upload, flowOf, simple, run, ran, get } = runs;

/** A flow that joins orders and people by their ids. */
const joined = (): Promise<string> => {
  const nodes = [
    input('left', runs.orders),
    input('right', runs.people),
    { id: 'join', type: 'join', data: { config: { on: 'id', how: 'left' } } },
    output(),
  ];
  const edges = [
    { source: 'left', target: 'join', targetHandle: 'left' },
    { source: 'right', target: 'join', targetHandle: 'right' },
    { source: 'join', target: 'out' },
  ];
  return flowOf({ nodes, edges });
};

const retried = async (id: string, query = ''): Promise<RunRead> => {
  const answer = await runs.service.call('POST', `/api/runs/${id}/retry${query}`);
  expect(answer).toMatchObject({ status: 201 });
  return answer.json as RunRead;
};

describe('input_dataset_id', () => {
  it('replaces the dataset of a single input by its latest version, even where the flow pins a version', async () => {
    const other = await upload('other.csv', 'id\n1\n');
    await upload('other.csv', 'id\n1\n2\n3\n');
    const pinned = input('in', runs.orders, { dataset_version: 1 });
    const flow = await flowOf(chain([pinned, limit(9), output()]));
    expect(await ran(flow, { input_dataset_id: other })).toMatchObject({
      status: 'success',
      input_dataset_id: other,
      input_datasets: [{ dataset_id: other, version_number: 2, dataset_name: 'other.csv' }],
      node_results: [{ rows: 3, columns: ['id'] }, { rows: 3 }, { rows: 3 }],
    });
    expect((await ran(flow)).node_results).toMatchObject([{ rows: 4 }, {}, {}]);
  });

  it('must be one of several inputs, under which the run is listed', async () => {
    const flow = await joined();
    const other = await upload('third.csv', 'id\n1\n');
    const listed = await ran(flow, { input_dataset_id: runs.people });
    expect(listed).toMatchObject({ status: 'success', input_dataset_id: runs.people });
    expect(listed.node_results).toMatchObject([{ rows: 4 }, { rows: 1 }, { rows: 4 }, {}]);
    const refused = await run(flow, { input_dataset_id: other });
    expect(refused.status).toBe(400);
    expect(detail(refused)).toMatch(/"input_dataset_id" must be one of the datasets .*2 inputs/);
  });
});

describe('a retry', () => {
  it('reads the datasets of the flow when the run requested none', async () => {
    const flow = await simple();
    const first = await ran(flow);
    const project = await runs.service.call('POST', '/api/projects', { name: 'Elsewhere' });
    const moved = { project_id: (project.json as { id: string }).id };
    await runs.service.call('PUT', `/api/flows/${flow}`, moved);
    expect(await retried(first.id)).toMatchObject({ status: 'success' });
    const people = await flowOf(chain([input('in', runs.people), output()]));
    const { graph_json } = (await runs.service.call('GET', `/api/flows/${people}`)).json as {
      graph_json: object;
    };
    await runs.service.call('PUT', `/api/flows/${flow}`, { graph_json });
    expect(await retried(first.id, '?graph=current')).toMatchObject({
      status: 'success',
      input_dataset_id: runs.people,
      input_datasets: [{ dataset_id: runs.people }],
    });
  });

  it('keeps the requested dataset of the run, as does a retry of the retry', async () => {
    const first = await ran(await simple(), { input_dataset_id: runs.people });
    const second = await retried(first.id, '?graph=current');
    for (const again of [second, await retried(second.id)]) {
      expect(again.input_datasets).toMatchObject([{ dataset_id: runs.people }]);
      expect((await get(again.id)).input_dataset_id).toBe(runs.people);
    }
  });

  it('keeps the timeout of the run', async () => {
    const first = await ran(await simple(), { timeout_seconds: 77 });
    const { id } = await retried(first.id);
    const row = await (await runs.service.openDatabase()).run.findUniqueOrThrow({ where: { id } });
    expect(row.timeoutSeconds).toBe(77);
  });
});
