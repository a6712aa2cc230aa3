import { startTestApp, type TestApp } from '../support/app.ts';
import { dropDatabase } from '../support/database.ts';
import { withDocumentedAnswers } from '../support/documented-answers.ts';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

let app: TestApp;

beforeEach(async () => {
  app = await startTestApp();
});

afterEach(() => app.close());

describe('without its database', () => {
  it('the service reports it, stays alive, and answers 503', async () => {
    expect(await app.call('GET', '/ready')).toMatchObject({
      status: 200,
      body: { status: 'ok', database: 'up' },
    });
    await dropDatabase(app.databaseUrl);
    expect(await app.call('GET', '/ready')).toMatchObject({
      status: 503,
      body: { status: 'unavailable', database: 'down' },
    });
    expect(await app.call('GET', '/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
    const answer = await app.call('GET', '/api/projects');
    expect(answer).toMatchObject({
      status: 503,
      body: { detail: 'The database is not reachable at the moment' },
    });
    expect(answer.headers.get('retry-after')).toBe('1');
  });

  it('every operation answers as the OpenAPI document says', async () => {
    const { paths } = (await app.call('GET', '/openapi.json')).body as Document;
    const documented = await withDocumentedAnswers(app);
    await dropDatabase(app.databaseUrl);
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ path, method: method.toUpperCase() })),
    );
    const answers = await Promise.all(
      operations.map(async ({ method, path }) => {
        const at = `${path.replace(/\{\w+\}/g, '1')}?node_id=1`;
        const { status } = await documented.call(method, at, method === 'GET' ? undefined : {});
        return [status, `${method} ${path}`] as const;
      }),
    );
    expect(answers.filter(([status]) => status === 500)).toEqual([]);
    const unavailable = answers.filter(([status]) => status === 503).map(([, at]) => at);
    expect(unavailable).toEqual(
      expect.arrayContaining(['GET /api/flows/{flow_id}', 'POST /api/flows/{flow_id}/runs']),
    );
  });
});
