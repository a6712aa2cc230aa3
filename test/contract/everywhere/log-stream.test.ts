import { useContractApp } from '../../support/contract-app.ts';
import { idOf, saveFlow } from '../../support/contract-cases.ts';
import { chain, input, output } from '../../support/contract-graphs.ts';
import { startOf, whileRunning } from '../../support/contract-runs.ts';

const app = useContractApp();
let flow: string;

beforeAll(async () => {
  const dataset = await idOf(app.upload('/api/datasets/upload', 'orders.csv', 'id\n1\n'));
  flow = await saveFlow(app, chain([input(dataset), output()]));
});

const streamOf = (id: string): Promise<Response> => fetch(`${app.url}/api/runs/${id}/logs/stream`);

describe('the log stream of a run', () => {
  it.concurrent('sends the entries of a finished run', async () => {
    const id = await startOf(app, flow);
    const text = await (await streamOf(id)).text();
    const { logs } = (await app.call('GET', `/api/runs/${id}`)).body as { logs: object[] };
    expect(logs.length).toBeGreaterThan(0);
    expect(text.replaceAll(': keepalive\n\n', '')).toBe(
      [
        ...logs.map((entry) => `data: ${JSON.stringify(entry)}\n\n`),
        `event: done\ndata: {"status":"success","run_id":"${id}"}\n\n`,
      ].join(''),
    );
  });

  it.concurrent('sends comments while the run is running', async () => {
    const { id, pieces, seen } = await whileRunning(app, async (id) => {
      const pieces = (await streamOf(id)).body!.pipeThrough(new TextDecoderStream()).values();
      let seen = '';
      while (!seen.startsWith(': keepalive\n\n: keepalive\n\n')) {
        const next = await pieces.next();
        if (next.done === true) break;
        seen += next.value;
      }
      return { id, pieces, seen };
    });
    expect(seen).toMatch(/^(: keepalive\n\n){2,}$/);
    let rest = '';
    for await (const piece of pieces) rest += piece;
    const done = `event: done\ndata: {"status":"cancelled","run_id":"${id}"}\n\n`;
    expect(rest.replace(/^(: keepalive\n\n)*(data: .*\n\n)+/, '')).toBe(done);
  });

  it.concurrent('has headers that keep proxies from buffering it', async () => {
    const id = await idOf(app.call('POST', `/api/flows/${flow}/runs`));
    const { headers } = await app.call('GET', `/api/runs/${id}/logs/stream`);
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('x-accel-buffering')).toBe('no');
  });

  it.concurrent('answers 404 in JSON for an unknown run', async () => {
    const answer = await app.call('GET', '/api/runs/nope/logs/stream');
    expect(answer).toMatchObject({ status: 404, body: { detail: "FlowRun 'nope' not found" } });
  });
});
