import { startTestApp, type TestApp } from '../support/app.ts';
import { chain, idOf, input, output, saveFlow } from '../support/contract-cases.ts';
import { signalRunners } from '../support/runner-processes.ts';

let app: TestApp;
let flow: string;

beforeAll(async () => {
  app = await startTestApp();
  const dataset = await idOf(app.upload('/api/datasets/upload', 'orders.csv', 'id\n1\n'));
  flow = await saveFlow(app, chain([input(dataset), output()]));
});

afterAll(() => app.close());

afterEach(() => signalRunners('SIGCONT'));

describe('the log stream of a run', () => {
  it('sends a comment while the run goes on, and its entries when it has ended', async () => {
    await idOf(app.call('POST', `/api/flows/${flow}/runs`));
    await signalRunners('SIGSTOP');
    const { body } = await app.call('POST', `/api/flows/${flow}/runs`, undefined, {
      Prefer: 'respond-async',
    });
    const { id } = body as { id: string };
    const stream = await fetch(`${app.url}/api/runs/${id}/logs/stream`);
    let text = '';
    for await (const piece of stream.body!.pipeThrough(new TextDecoderStream())) {
      text += piece;
      if (text.startsWith(': keepalive\n\n: keepalive\n\n')) await signalRunners('SIGCONT');
    }
    const { logs } = (await app.call('GET', `/api/runs/${id}`)).body as { logs: object[] };
    const frames = text.replaceAll(': keepalive\n\n', '');
    expect(text).toMatch(/^(: keepalive\n\n){2,}data: /);
    expect(frames).toBe(
      [
        ...logs.map((entry) => `data: ${JSON.stringify(entry)}\n\n`),
        `event: done\ndata: {"status":"success","run_id":"${id}"}\n\n`,
      ].join(''),
    );
  });

  it('has the headers of a stream that nothing may keep back', async () => {
    const id = await idOf(app.call('POST', `/api/flows/${flow}/runs`));
    const { headers } = await app.call('GET', `/api/runs/${id}/logs/stream`);
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('x-accel-buffering')).toBe('no');
  });

  it('is 404 in JSON when there is no such run', async () => {
    const answer = await app.call('GET', '/api/runs/nope/logs/stream');
    expect(answer).toMatchObject({ status: 404, body: { detail: "FlowRun 'nope' not found" } });
  });
});
