import { startTestApp, type TestApp } from '../support/app.ts';
import { idOf } from '../support/contract-cases.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

describe('HEAD', () => {
  it.each([
    '/health',
    '/ready',
    '/metrics',
    '/',
    '/openapi.json',
    '/docs',
    '/redoc',
    '/redoc/redoc.standalone.js',
    '/api/projects',
    '/api/settings/webhook',
  ])('answers %s like GET without a body', async (path) => {
    const [head, get] = [await app.call('HEAD', path), await app.call('GET', path)];
    expect([head.status, head.headers.get('content-type'), head.body]).toEqual([
      200,
      get.headers.get('content-type'),
      '',
    ]);
  });

  it.each(['/api/runs/nope', '/api/runs/nope/events', '/api/runs/nope/logs/stream', '/api/nope'])(
    'answers 404 for %s',
    async (path) => {
      expect((await app.call('HEAD', path)).status).toBe(404);
    },
  );

  it('answers 405 on a path without GET', async () => {
    const answer = await app.call('HEAD', '/api/transformations/preview');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

describe('the ReDoc page', () => {
  it('allows a browser to load from this host only', async () => {
    const policy = (await app.call('GET', '/redoc')).headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*/);
  });
});

describe('a number in a query', () => {
  it.each([
    ['limit=05', 200],
    ['limit=%2B5', 200],
    ['limit=5.0', 200],
    ['offset=', 422],
    ['offset=+', 422],
    ['offset=1e1', 422],
    ['offset=0x1', 422],
    ['offset=1.5', 422],
  ])('answers ?%s with %d', async (query, status) => {
    expect((await app.call('GET', `/api/runs?${query}`)).status).toBe(status);
  });
});

describe('the last value of a repeated query parameter', () => {
  let kept: string;
  let deleted: string;

  beforeAll(async () => {
    kept = await idOf(app.upload('/api/datasets/upload', 'kept.csv', 'id\n1\n'));
    deleted = await idOf(app.upload('/api/datasets/upload', 'deleted.csv', 'id\n1\n'));
    await app.call('DELETE', `/api/datasets/${deleted}`);
  });

  it.each([
    ['include_deleted=false&include_deleted=true', 2],
    ['include_deleted=true&include_deleted=false', 1],
    ['include_deleted=maybe&include_deleted=true', 2],
    ['other=1&other=2', 1],
  ])('overrides the earlier ones: ?%s', async (query, count) => {
    const { status, body } = await app.call('GET', `/api/datasets?${query}`);
    expect([status, (body as unknown[]).length]).toEqual([200, count]);
  });

  it.each([
    ['limit=1&limit=0', 'greater_than_equal'],
    ['limit=0&limit=x', 'int_parsing'],
  ])('is rejected when it is invalid: ?%s', async (query, type) => {
    const { status, body } = await app.call('GET', `/api/runs?${query}`);
    expect([status, body]).toMatchObject([422, { detail: [{ loc: ['query', 'limit'], type }] }]);
  });

  it('overrides the earlier ones for an enumeration, and among other parameters', async () => {
    const query = 'status=pending&sort_order=up&status=success&sort_order=asc&limit=5';
    expect(await app.call('GET', `/api/runs?${query}`)).toMatchObject({ status: 200, body: [] });
  });

  it('is the one in the links to other pages', async () => {
    const path = `/api/datasets/${kept}/versions`;
    await app.upload(`/api/datasets/upload`, 'kept.csv', 'id\n2\n');
    const { headers } = await app.call('GET', `${path}?limit=7&limit=1`);
    expect(headers.get('link')).toContain(`<${path}?limit=1&offset=1>; rel="next"`);
  });
});

describe('HEAD of a download', () => {
  it('answers with its size and without a body', async () => {
    const id = await idOf(app.upload('/api/datasets/upload', 'head.csv', 'id\n1\n'));
    const { status, headers, body } = await app.call(
      'HEAD',
      `/api/datasets/${id}/versions/1/download`,
    );
    expect([status, headers.get('content-length'), body]).toEqual([200, '5', '']);
  });
});

describe('a misspelt query parameter', () => {
  it.each([
    ['/api/runs?limt=5', 422, 'limt', 'limit'],
    ['/api/runs?Status=failed', 422, 'Status', 'status'],
    ['/api/runs?projct_idd=1', 422, 'projct_idd', 'project_id'],
  ])('is 422 with the name that is meant: %s', async (path, status, name, meant) => {
    const answer = await app.call('GET', path);
    expect([answer.status, answer.body]).toEqual([
      status,
      {
        detail: [
          {
            loc: ['query', name],
            msg: `There is no query parameter "${name}". Did you mean "${meant}"?`,
            type: 'unknown_parameter',
          },
        ],
      },
    ]);
  });

  it('does not start a retry that its sender wants to resume', async () => {
    const answer = await app.call('POST', '/api/runs/nope/retry?resum=true');
    const msg = 'There is no query parameter "resum". Did you mean "resume"?';
    const detail = [{ loc: ['query', 'resum'], msg, type: 'unknown_parameter' }];
    expect([answer.status, answer.body]).toEqual([422, { detail }]);
  });
});

describe('an unknown query parameter', () => {
  it.each([
    ['that resembles none', 'page=2'],
    ['of three letters', 'lim=2'],
    ['with two other letters among six', 'stuuts=2&orfsat=3'],
    ['that another operation has', 'formats=json&resume=true'],
    ['like those of caches', '_=17000000&utm_source=mail'],
  ])('%s is ignored', async (_what, query) => {
    expect((await app.call('GET', `/api/runs?${query}`)).status).toBe(200);
  });
});
