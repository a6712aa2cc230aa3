import { startTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ SERVICE_API_TOKEN: 'tok123' });
});

afterAll(() => app.close());

describe('with an API token', () => {
  it.each([
    ['no token', {}, 401],
    ['a wrong bearer', { Authorization: 'Bearer no' }, 401],
    ['a wrong X-Service-Token', { 'X-Service-Token': 'no' }, 401],
    ['a token in another scheme', { Authorization: 'Basic tok123' }, 401],
    ['the beginning of the token', { Authorization: 'Bearer tok' }, 401],
    ['the right bearer', { Authorization: 'Bearer tok123' }, 200],
    ['the right bearer in capitals', { Authorization: 'BEARER tok123' }, 200],
    ['the right X-Service-Token', { 'X-Service-Token': 'tok123' }, 200],
    [
      'a wrong bearer with a right X-Service-Token',
      { Authorization: 'Bearer no', 'X-Service-Token': 'tok123' },
      200,
    ],
    [
      'another scheme with a right X-Service-Token',
      { Authorization: 'Basic x', 'X-Service-Token': 'tok123' },
      200,
    ],
  ])('%s', async (_title, headers, status) => {
    const answer = await app.call('GET', '/api/projects', undefined, headers);
    expect(answer.status).toBe(status);
  });

  it('names the scheme and the reason with 401, in the shape of other errors', async () => {
    const answer = await app.call('GET', '/api/settings/webhook');
    expect(answer).toMatchObject({ status: 401, body: { detail: expect.any(String) as string } });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('is checked before path, method and body', async () => {
    const answers = await Promise.all([
      app.call('GET', '/api/nope'),
      app.call('PATCH', '/api/projects'),
      app.call('POST', '/api/projects', '{'),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401]);
  });

  it.each(['/health', '/ready', '/openapi.json', '/docs', '/redoc', '/metrics', '/'])(
    '%s needs none',
    async (path) => {
      expect((await app.call('GET', path)).status).toBe(200);
    },
  );

  it('is not required for preflights', async () => {
    const answer = await app.call('OPTIONS', '/api/projects', undefined, {
      Origin: 'http://localhost:5173',
      'Access-Control-Request-Method': 'GET',
    });
    expect(answer.status).toBe(200);
  });

  it('is not required for the webhook trigger, which has its own secret', async () => {
    expect((await app.call('POST', '/api/flows/x/trigger')).status).toBe(404);
  });

  it('accepts changing requests from any origin with the token', async () => {
    const headers = { Origin: 'https://elsewhere.example', 'X-Service-Token': 'tok123' };
    expect((await app.call('POST', '/api/projects', { name: 'Far' }, headers)).status).toBe(201);
  });

  it('never logs the token', async () => {
    const lines = await app.readLogs();
    expect(lines.length).toBeGreaterThan(10);
    expect(JSON.stringify(lines)).not.toContain('tok123');
  });
});
