import { WARM_UP_GRAPH } from '../../../runner/domain/warm-up-flow.ts';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import { until } from '../../../test/support/until.ts';
import { FIRST_PATH } from '../../http/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({});
});

afterAll(async () => {
  await app.close();
});

it('a service warms up without a failure', async () => {
  await until(async () => (await app.readLogs()).some(({ msg }) => msg === 'warmed up'));
});

it('the built-in flow of the warm-up lacks nothing but its dataset', async () => {
  const { body } = await app.call('POST', '/api/flows/validate', { graph_json: WARM_UP_GRAPH });
  expect(body).toMatchObject({
    problems: [{ node_id: 'in', message: expect.stringMatching(/dataset/i) as string }],
  });
});

it('the path of the warm-up is that of a route whose body is JSON', async () => {
  const { body } = await app.call('GET', '/openapi.json');
  const { paths } = body as unknown as { paths: Record<string, Record<string, unknown>> };
  const path = Object.keys(paths).find((each) =>
    new RegExp(`^${each.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(FIRST_PATH),
  );
  expect(paths[path ?? '']).toMatchObject({
    post: { requestBody: { content: { 'application/json': {} } } },
  });
});
