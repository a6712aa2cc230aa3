import { startTestApp, type LogLine, type TestApp } from '../../../test/support/app.ts';
import { idOf, saveFlow } from '../../../test/support/contract-cases.ts';
import { input, output } from '../../../test/support/contract-graphs.ts';

let app: TestApp;
let dataset: string;

beforeAll(async () => {
  app = await startTestApp();
  dataset = await idOf(app.upload('/api/datasets/upload', 'a.csv', 'x\n1\n2\n'));
});

afterAll(() => app.close());

async function events(flowId: string): Promise<LogLine[]> {
  const lines = await app.readLogs();
  return lines.filter((line) => line.flowId === flowId && String(line.msg).startsWith('run'));
}

describe('the log', () => {
  it('has one line for the start of a run and one for its outcome', async () => {
    const edges = [{ source: 'in', target: 'out' }];
    const flow = await saveFlow(app, { nodes: [input(dataset), output()], edges });
    const { body } = await app.call('POST', `/api/flows/${flow}/runs`);
    expect(body).toMatchObject({ status: 'success' });
    const name = (await app.call('GET', `/api/flows/${flow}`)).body as { name: string };
    expect(await events(flow)).toMatchObject([
      { level: 30, msg: 'run started', flow: name.name, engine: 'polars', trigger: 'manual' },
      { level: 30, msg: 'run succeeded', flow: name.name, rows: 2 },
    ]);
  });

  it('names the node and the reason of a run that failed', async () => {
    const nodes = [
      input(dataset),
      { id: 'wet', type: 'filterRows', data: { config: { column: 'z', operator: '>', value: 1 } } },
      output(),
    ];
    const edges = [
      { source: 'in', target: 'wet' },
      { source: 'wet', target: 'out' },
    ];
    const flow = await saveFlow(app, { nodes, edges });
    const { body } = await app.call('POST', `/api/flows/${flow}/runs`);
    expect(body).toMatchObject({ status: 'failed' });
    expect((await events(flow)).at(-1)).toMatchObject({
      level: 40,
      msg: 'run failed',
      node: 'wet',
      nodeType: 'filterRows',
      reason: expect.stringContaining('"z"') as string,
    });
  });

  it('names the reason of a rejected request, by field where its shape is wrong', async () => {
    const ask = async (
      id: string,
      method: string,
      route: string,
      body?: object,
    ): Promise<unknown> => {
      await app.call(method, route, body, { 'X-Request-Id': id });
      const lines = await app.readLogs();
      return lines.find(({ requestId, msg }) => requestId === id && msg === 'request')?.reason;
    };
    expect(await ask('why-1', 'GET', '/api/flows/nope')).toBe("Flow 'nope' not found");
    expect(await ask('why-2', 'POST', '/api/projects', { name: 5 })).toMatch(/^body\.name: /);
    expect(await ask('why-3', 'GET', '/api/projects')).toBeUndefined();
  });
});
