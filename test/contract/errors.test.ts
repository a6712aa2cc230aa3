import { request } from 'node:http';
import { startTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ SERVICE_MAX_JSON_BODY_MB: '1' });
});

afterAll(() => app.close());

const invalidBodies: readonly [string, unknown, Record<string, string>, unknown][] = [
  ['no body', undefined, {}, [{ loc: ['body'], type: 'missing' }]],
  ['an empty JSON body', '', {}, [{ loc: ['body'], type: 'missing' }]],
  ['null', 'null', {}, [{ loc: ['body'], type: 'model_attributes_type' }]],
  ['a list', '[1]', {}, [{ loc: ['body'], type: 'model_attributes_type' }]],
  [
    'JSON sent as text',
    '{"name":"CT"}',
    { 'Content-Type': 'text/plain' },
    [{ loc: ['body'], type: 'model_attributes_type' }],
  ],
  ['truncated JSON', '{"name": ', {}, [{ loc: ['body', 9], type: 'json_invalid' }]],
  ['JSON with a syntax error', '{"name": x}', {}, [{ loc: ['body', 9], type: 'json_invalid' }]],
  ['a missing field', {}, {}, [{ loc: ['body', 'name'], type: 'missing' }]],
  ['a number for a text', { name: 5 }, {}, [{ loc: ['body', 'name'], type: 'string_type' }]],
  ['null for a text', { name: null }, {}, [{ loc: ['body', 'name'], type: 'string_type' }]],
  ['blanks for a name', { name: '   ' }, {}, [{ loc: ['body', 'name'], type: 'string_too_short' }]],
  [
    'two errors',
    { name: 'x'.repeat(256), color: 'y'.repeat(33) },
    {},
    [
      { loc: ['body', 'name'], type: 'string_too_long' },
      { loc: ['body', 'color'], type: 'string_too_long' },
    ],
  ],
];

describe('a body of the wrong shape is answered 422 with one issue for each error', () => {
  it.each(invalidBodies)('%s', async (_title, body, headers, expected) => {
    const answer = await app.call('POST', '/api/projects', body, headers);
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({
      detail: (expected as object[]).map((issue) => ({
        ...issue,
        msg: expect.any(String) as string,
      })),
    });
  });

  it('never echoes the value', async () => {
    const secret = 'hunter2'.repeat(40);
    const answer = await app.call('POST', '/api/projects', { name: secret, color: [secret] });
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body)).not.toContain('hunter2');
  });

  it('ignores fields and query parameters that it does not know', async () => {
    const answer = await app.call('POST', '/api/projects?page=2', { name: 'Known', zzz: 1 });
    expect(answer.status).toBe(201);
  });
});

describe('texts that cannot be stored', () => {
  it.each(['{"name":"a\\u0000b"}', '{"name":"a\\ud800"}'])('refuses %s with 400', async (body) => {
    expect((await app.call('POST', '/api/projects', body)).status).toBe(400);
  });

  it('accepts an escaped pair of surrogates', async () => {
    const answer = await app.call('POST', '/api/projects', '{"name":"\\ud83d\\ude00"}');
    expect(answer).toMatchObject({ status: 201, body: { name: '😀' } });
  });

  it('refuses a body nested so deep that writing it would overflow', async () => {
    const deep = `{"name":"n","x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    expect((await app.call('POST', '/api/projects', deep)).status).toBe(400);
  });

  it.each([
    ['escaped quotes in a string that never ends', `{"name":"${String.raw`\"`.repeat(400_000)}`],
    ['backslashes in a string that never ends', `{"name":"${'\\'.repeat(800_000)}`],
    ['quotes', '"'.repeat(800_000)],
    ['one long name', `{"name":"${'x'.repeat(800_000)}"}`],
  ])('answers a body of %s without holding up other requests', async (_title, body) => {
    const start = performance.now();
    expect((await app.call('POST', '/api/projects', body)).status).toBe(422);
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it('refuses NUL in a query string', async () => {
    expect((await app.call('GET', '/api/projects?x=%00')).status).toBe(400);
    expect((await app.call('GET', '/api/projects?x=1?y=%00')).status).toBe(400);
  });
});

describe('paths', () => {
  const paths: readonly [string, string, number][] = [
    ['GET', '/api', 404],
    ['GET', '/api/nope', 404],
    ['GET', '/nope', 404],
    ['GET', '/api/projects/', 404],
    ['GET', '/API/projects', 404],
    ['GET', '/api/projects/nope', 404],
    ['GET', '/api/projects/..%2F..%2Fetc%2Fpasswd', 404],
    ['GET', '/api/projects/%2e%2e', 404],
    ['GET', '/api/projects/a.b', 404],
    ['GET', '/api/projects/%00', 404],
    ['GET', `/api/projects/${'x'.repeat(5_000)}`, 404],
    ['GET', '/api/projects/%zz', 400],
    ['GET', '/api/projects/%ff', 400],
    ['PATCH', '/api/projects', 405],
    ['POST', '/api/projects/nope', 405],
    ['POST', '/health', 405],
  ];
  it.each(paths)('%s %s gives %d and a text', async (method, path, status) => {
    const answer = await raw(method, path);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toEqual({ detail: expect.any(String) as string });
  });

  it('names the allowed methods of a path', async () => {
    const answer = await app.call('PATCH', '/api/projects');
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST');
    expect(answer.body.detail).toBe(
      'Method Not Allowed: this path takes GET, HEAD, POST, not PATCH.',
    );
  });

  it('says where the runs of a flow are listed when they are requested below the flow', async () => {
    const { status, body } = await app.call('GET', '/api/flows/a%20b/runs');
    const where = 'Runs of the flow are listed by GET /api/runs?flow_id=a%20b';
    const detail = `Method Not Allowed: this path takes POST, not GET. ${where}`;
    expect([status, body]).toEqual([405, { detail }]);
    expect((await app.call('DELETE', '/api/flows/x/runs')).body.detail).not.toContain('listed');
  });

  it.each([
    ['/api/flows/validate', 'POST'],
    ['/api/flows/import', 'POST'],
    ['/api/settings/webhook', 'GET, HEAD'],
  ])('%s is no id: it takes %s', async (path, methods) => {
    expect((await app.call('OPTIONS', path)).headers.get('allow')).toBe(methods);
  });

  it('names what was not found', async () => {
    const answer = await app.call('GET', '/api/projects/nope');
    expect(answer.body).toEqual({ detail: "Project 'nope' not found" });
  });
});

describe('bodies beyond the limit are answered 413', () => {
  const large = 'a'.repeat(3 * 1024 * 1024);

  it('rejects a body by its Content-Length, before the client sends it', async () => {
    const answer = await raw('POST', '/api/projects', { 'Content-Length': '100000000000' });
    expect(answer.status).toBe(413);
  });

  it('delivers the answer to clients that have sent the whole body', async () => {
    expect((await app.call('POST', '/api/projects', `{"name":"${large}"}`)).status).toBe(413);
  });

  it('rejects a chunked body once it exceeds the limit', async () => {
    const answer = await raw('POST', '/api/projects', { 'Transfer-Encoding': 'chunked' }, large);
    expect(answer.status).toBe(413);
  });
});

describe('error messages', () => {
  it('name the line and column of a syntax error in a JSON body', async () => {
    const answer = await app.call('POST', '/api/projects', '{\n  "name": x}');
    expect(answer.body.detail[0].msg).toBe('JSON decode error: line 2, column 11');
  });

  it('name the setting that limits a body', async () => {
    const answer = await raw('POST', '/api/projects', { 'Content-Length': '100000000000' });
    expect(answer.body).toContain('SERVICE_MAX_JSON_BODY_MB');
  });

  it('name an unknown path and where all paths are documented', async () => {
    const answer = await app.call('GET', '/api/nope');
    expect(answer.body.detail).toBe('Not Found: there is no path /api/nope. All paths: /docs');
  });
});

describe('transfer codings', () => {
  it.each(['gzip, chunked', 'identity, chunked', 'x, chunked'])(
    'answers 501 to a body sent as %s',
    async (coding) => {
      const answer = await raw('POST', '/api/projects', { 'Transfer-Encoding': coding }, '{}');
      expect(answer.status).toBe(501);
      expect(answer.body).toContain('chunked');
    },
  );

  it('accepts a chunked body whatever the case of the coding', async () => {
    const body = '{"name":"In chunks"}';
    const answer = await raw('POST', '/api/projects', { 'Transfer-Encoding': 'Chunked' }, body);
    expect(answer.status).toBe(201);
  });
});

describe('stored texts', () => {
  it.each<[string, string, object]>([
    ['a project', '/api/projects', { name: 'Long' }],
    ['a flow', '/api/flows', { name: 'Long', graph_json: {} }],
    ['an imported flow', '/api/flows/import', { name: 'Long', graph_json: {} }],
  ])('refuses the description of %s beyond 10,000 characters', async (_title, path, fields) => {
    const body = { ...fields, description: 'x'.repeat(10_001) };
    const answer = await app.call('POST', path, body);
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'description'], type: 'string_too_long' }] },
    });
  });
});

describe('an unexpected error of the service', () => {
  it('is answered 500 in JSON without details, and logs its stack with the request id', async () => {
    const database = await app.openDatabase();
    await database.$executeRaw`ALTER TABLE projects RENAME COLUMN color TO colour`;
    const answer = await app.call('GET', '/api/projects', undefined, {
      'X-Request-Id': 'defect-1',
    });
    await database.$executeRaw`ALTER TABLE projects RENAME COLUMN colour TO color`;
    expect(answer).toMatchObject({ status: 500, body: { detail: 'Internal server error' } });
    const logged = (await app.readLogs()).find(
      (event) => event.requestId === 'defect-1' && 'err' in event,
    );
    expect(logged?.err).toMatchObject({ stack: expect.stringContaining('at ') as string });
  });
});

/** A request exactly as given: fetch would tidy the path and wait to send the body. */
function raw(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(app.url);
  return new Promise((resolve, reject) => {
    const sent = request({
      hostname,
      port,
      method,
      path,
      headers: { 'Content-Type': 'application/json', ...headers },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        sent.destroy();
        resolve({ status: response.statusCode ?? 0, body: text });
      });
    });
    if (headers['Content-Length'] === undefined) sent.end(body);
    else sent.flushHeaders();
  });
}
