import { readFileSync } from 'node:fs';
import createClient, { type Client } from 'openapi-fetch';
import type { OpenAPI3 } from 'openapi-typescript';
import type { components, paths } from '../../../client/index.d.ts';
import { CLIENT_TYPES, clientTypes } from '../../../scripts/client-types.ts';
import { useContractApp } from '../../support/contract-app.ts';

type Run = components['schemas']['FlowRunRead'];

const app = useContractApp();
let api: Client<paths>;

beforeAll(() => {
  api = createClient<paths>({ baseUrl: app.url });
});

describe('the types for clients', () => {
  it('are those of the service: `npm run generate:client` writes them', async () => {
    const document = (await app.call('GET', '/openapi.json')).body as OpenAPI3;
    // Not by toBe: the difference of two such texts is of use to nobody.
    const isSame = readFileSync(CLIENT_TYPES, 'utf8') === (await clientTypes(document));
    expect({ [CLIENT_TYPES]: isSame ? 'up to date' : 'differs' }).toEqual({
      [CLIENT_TYPES]: 'up to date',
    });
  });

  it('let a client save a flow, run it and read how it ended', async () => {
    const { body: dataset } = await app.upload('/api/datasets/upload', 'n.csv', 'n\n1\n2\n');
    const nodes = [
      { id: 'in', type: 'fileInput', data: { config: { dataset_id: dataset.id, format: 'csv' } } },
      { id: 'out', type: 'fileOutput', data: { config: { format: 'csv' } } },
    ];
    const edges = [{ source: 'in', target: 'out' }];
    const saved = await api.POST('/api/flows', {
      body: { name: 'F', graph_json: { nodes, edges } },
    });
    if (saved.data === undefined) throw new Error(JSON.stringify(saved.error));
    const path = { flow_id: saved.data.id };
    const ran = await api.POST('/api/flows/{flow_id}/runs', {
      params: { path },
      body: { engine: 'pandas' },
    });
    const run: Run | undefined = ran.data;
    expect(run).toMatchObject({ status: 'success', engine: 'pandas', flow_id: path.flow_id });
    const listed = await api.GET('/api/runs', {
      params: { query: { flow_id: path.flow_id, status: 'success', limit: 5 } },
    });
    expect(listed.data?.map(({ id }) => id)).toEqual([run?.id]);
  });

  it('name the shape of refusals', async () => {
    const { error, response } = await api.GET('/api/runs/{run_id}', {
      params: { path: { run_id: 'nope' } },
    });
    const detail: string | components['schemas']['ValidationError'][] | undefined = error?.detail;
    expect([response.status, detail]).toEqual([404, "FlowRun 'nope' not found"]);
  });

  it('refuse what the API does not have', () => {
    // Never called: the compiler judges.
    const mistakes = async (): Promise<void> => {
      // @ts-expect-error There is no such path.
      await api.GET('/api/rnus');
      // @ts-expect-error There is no such status.
      await api.GET('/api/runs', { params: { query: { status: 'done' } } });
      // @ts-expect-error The id of the run is missing.
      await api.GET('/api/runs/{run_id}', {});
      // @ts-expect-error A flow has a name.
      await api.POST('/api/flows', { body: { graph_json: { nodes: [], edges: [] } } });
    };
    expect(mistakes).toBeInstanceOf(Function);
  });
});
