import { startTestApp, type TestApp } from '../support/app.ts';
import { until } from '../support/until.ts';

let app: TestApp;
let metrics: string;

beforeAll(async () => {
  app = await startTestApp({
    SERVICE_METRICS_PORT: '0',
    SERVICE_API_TOKEN: 'a-token-of-this-test',
  });
  metrics = await until(async () => {
    const line = (await app.readLogs()).find(({ msg }) => msg === 'metrics');
    return typeof line?.url === 'string' && line.url;
  });
});

afterAll(() => app.close());

describe('metrics with a port of their own', () => {
  it('are served there, without the token', async () => {
    const answer = await fetch(metrics);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/plain; version=/) as unknown,
    ]);
    expect(await answer.text()).toContain('millrace_http_requests_total');
  });

  it('are not on the port of the service', async () => {
    const answer = await fetch(`${app.url}/metrics`);
    expect([answer.status, await answer.text()]).toEqual([
      404,
      expect.stringContaining('Not Found'),
    ]);
  });

  it('are no link of the page and of the JSON at / of the service', async () => {
    const json = await fetch(app.url, { headers: { Accept: 'application/json' } });
    expect(await json.json()).not.toHaveProperty('metrics');
    const page = await fetch(app.url, { headers: { Accept: 'text/html' } });
    expect(await page.text()).toContain('href="/metrics" hidden');
  });

  it('are alone there', async () => {
    const answers = ['/docs', '/openapi.json', '/api/projects', '/'].map(async (path) => {
      return (await fetch(new URL(path, metrics))).status;
    });
    expect(await Promise.all(answers)).toEqual([404, 404, 404, 404]);
    expect((await fetch(metrics, { method: 'POST' })).status).toBe(405);
  });
});
