import { request } from 'node:http';
import { startTestApp, type TestApp } from '../support/app.ts';
import { until } from '../support/until.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ SERVICE_TRUSTED_HOSTS: '["tools.example"]' });
});

afterAll(() => app.close());

describe('every answer', () => {
  it.each([
    ['GET', '/health'],
    ['GET', '/api/projects'],
    ['GET', '/api/nope'],
    ['PATCH', '/api/projects'],
    ['GET', '/docs'],
  ])('%s %s carries the security headers', async (method, path) => {
    const { headers } = await app.call(method, path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('vary')).toContain('Origin');
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it('echoes the request id of the client, or generates one', async () => {
    const given = await app.call('GET', '/health', undefined, { 'X-Request-Id': 'abc-1' });
    expect(given.headers.get('x-request-id')).toBe('abc-1');
    const made = await app.call('GET', '/health');
    expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('replaces a request id that could forge log lines', async () => {
    const answer = await app.call('GET', '/health', undefined, { 'X-Request-Id': 'a b"c' });
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is compressed from 1024 bytes when the client accepts it', async () => {
    const large = await compressed('/openapi.json');
    const small = await compressed('/health');
    expect([large['content-encoding'], small['content-encoding']]).toEqual(['gzip', undefined]);
    expect(large.vary).toContain('Accept-Encoding');
  });

  it('reports the total when it is a list', async () => {
    const answer = await app.call('GET', '/api/projects');
    expect(answer.headers.get('x-total-count')).toBe(String((answer.body as unknown[]).length));
  });

  it('is logged as one line, with its route and without its query', async () => {
    await app.call('GET', '/api/projects/nope?token=hunter2', undefined, {
      'X-Request-Id': 'log-1',
    });
    const lines = (await app.readLogs()).filter((event) => event.requestId === 'log-1');
    expect(lines).toMatchObject([
      { msg: 'request', status: 404, route: '/api/projects/{project_id}' },
    ]);
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });

  it('is counted by route template', async () => {
    await app.call('GET', '/api/projects/counted-one');
    await app.call('GET', '/api/projects/counted-two');
    const { body } = await app.call('GET', '/metrics');
    expect(body).toMatch(
      /millrace_http_requests_total\{method="GET",route="\/api\/projects\/\{project_id\}",status="404"\} [2-9]/,
    );
    expect(body).not.toContain('counted-one');
  });
});

describe('a preflight', () => {
  const preflight = (
    origin: string,
    method = 'POST',
    headers = 'content-type',
  ): ReturnType<TestApp['call']> =>
    app.call('OPTIONS', '/api/projects', undefined, {
      Origin: origin,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': headers,
    });

  it('from a listed origin is allowed for ten minutes', async () => {
    const answer = await preflight('http://localhost:5173', 'PUT', 'X-Service-Token, Content-Type');
    expect(answer).toMatchObject({ status: 200, body: 'OK' });
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
    expect(answer.headers.get('access-control-max-age')).toBe('600');
    expect(answer.headers.get('access-control-allow-headers')).toContain('X-Service-Secret');
  });

  it.each([
    ['a foreign origin', 'https://evil.example', 'POST', 'content-type'],
    ['a local origin that is not listed', 'http://localhost:1', 'POST', 'content-type'],
    ['a foreign header', 'http://localhost:5173', 'POST', 'x-evil'],
    ['a foreign method', 'http://localhost:5173', 'TRACE', 'content-type'],
  ])('from %s is rejected with 400 as text', async (_title, origin, method, headers) => {
    const answer = await preflight(origin, method, headers);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    const id = answer.headers.get('x-request-id');
    await until(async () =>
      (await app.readLogs()).some((line) => line.requestId === id && line.reason === answer.body),
    );
  });

  it('requires the headers of a preflight', async () => {
    expect((await app.call('OPTIONS', '/api/projects')).status).toBe(405);
  });
});

describe('an answer to a listed origin', () => {
  it('allows its scripts to read the body and the headers of lists', async () => {
    const answer = await app.call('GET', '/api/projects', undefined, {
      Origin: 'http://localhost:5173',
    });
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
    expect(answer.headers.get('access-control-expose-headers')).toContain('X-Total-Count');
  });

  it('is not readable by other origins', async () => {
    const answer = await app.call('GET', '/api/projects', undefined, {
      Origin: 'http://localhost:1',
    });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('the origin guard, without an API token', () => {
  it.each([
    ['https://evil.example', 403],
    ['https://sub.tools.example', 403],
    ['https://localhost.evil.example', 403],
    ['null', 403],
    ['', 403],
    ['ftp://localhost', 403],
    ['http://localhost:5173', 422],
    ['http://LOCALHOST:99', 422],
    ['http://127.0.0.1:1', 422],
    ['http://[::1]:8080', 422],
    ['https://tools.example:8443', 422],
  ])(
    'answers a changing request from "%s" with %d before it reads the body',
    async (origin, status) => {
      const answer = await app.call('POST', '/api/projects', { name: '' }, { Origin: origin });
      expect(answer.status).toBe(status);
    },
  );

  it.each(['PUT', 'PATCH', 'DELETE'])('guards %s', async (method) => {
    const answer = await app.call(
      method,
      '/api/projects/x',
      {},
      { Origin: 'https://evil.example' },
    );
    expect(answer.status).toBe(403);
  });

  it('allows reads and requests without an origin', async () => {
    const read = await app.call('GET', '/api/projects', undefined, {
      Origin: 'https://evil.example',
    });
    const change = await app.call('POST', '/api/projects', { name: '' });
    expect([read.status, change.status]).toEqual([200, 422]);
  });
});

/** Without decompression, which fetch would apply. */
function compressed(path: string): Promise<Record<string, string | undefined>> {
  return new Promise((resolve, reject) => {
    const sent = request(`${app.url}${path}`, { headers: { 'Accept-Encoding': 'gzip' } });
    sent.on('error', reject);
    sent.on('response', (response) => {
      response.resume();
      resolve(response.headers as Record<string, string | undefined>);
    });
    sent.end();
  });
}
