import { startTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8';

describe('GET /', () => {
  it.each([
    ['a browser', BROWSER, 'text/html; charset=utf-8'],
    ['what asks for HTML alone', 'text/html', 'text/html; charset=utf-8'],
    ['curl', '*/*', 'application/json; charset=utf-8'],
    ['what asks for JSON', 'application/json', 'application/json; charset=utf-8'],
    ['what would rather have JSON', 'text/html;q=0.5, */*', 'application/json; charset=utf-8'],
    ['what asks for neither', 'image/png', 'application/json; charset=utf-8'],
  ])('answers %s (%s) in %s', async (_title, accept, type) => {
    const answer = await app.call('GET', '/', undefined, { Accept: accept });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
    expect(answer.headers.get('vary')).toMatch(/\bAccept\b(?!-)/);
  });

  it('answers HEAD of a browser as GET, without a body', async () => {
    const head = await app.call('HEAD', '/', undefined, { Accept: BROWSER });
    const get = await app.call('GET', '/', undefined, { Accept: BROWSER });
    expect([head.status, head.body]).toEqual([200, '']);
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'));
  });

  it('answers the icon request of a browser without a body and without a log warning', async () => {
    const { status, body, headers } = await app.call('GET', '/favicon.ico');
    expect([status, body, headers.get('cache-control')]).toEqual([
      204,
      '',
      'public, max-age=86400',
    ]);
  });

  it('names the version, and where to read on, in JSON', async () => {
    const { body } = await app.call('GET', '/');
    expect(body).toMatchObject({ name: 'Millrace', docs: '/docs', openapi: '/openapi.json' });
    expect(body).toMatchObject({ metrics: '/metrics' });
  });
});

describe('the page at /', () => {
  it('may load nothing but its own files, run nothing else and be in no frame', async () => {
    const { headers, body } = await app.call('GET', '/', undefined, { Accept: BROWSER });
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*|unsafe/);
    expect(body).not.toMatch(/<style|style="|onclick|<script(?![^>]*\ssrc="\/)/);
    expect(body).not.toMatch(/(?:href|src)="(?:https?:)?\/\//);
  });

  it('links only to existing pages', async () => {
    const { body } = await app.call('GET', '/', undefined, { Accept: BROWSER });
    const paths = [...String(body).matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, at = '']) => at);
    expect(paths).toEqual(
      expect.arrayContaining(['/docs', '/docs/nodes', '/docs/expressions', '/openapi.json']),
    );
    const answers = await Promise.all(paths.map((at) => app.call('HEAD', at)));
    expect(answers.map(({ status }, at) => [paths[at], status])).toEqual(
      paths.map((at) => [at, 200]),
    );
  });

  it.each([
    ['/landing/page.js', 'text/javascript; charset=utf-8'],
    ['/landing/page.css', 'text/css; charset=utf-8'],
  ])('is sent %s only when it has changed', async (at, type) => {
    const first = await app.call('GET', at);
    expect([first.status, first.headers.get('content-type')]).toEqual([200, type]);
    const etag = first.headers.get('etag') ?? '';
    // fetch would ask for a whole answer by a Cache-Control of its own.
    const again = await app.call('GET', at, undefined, {
      'If-None-Match': etag,
      'Cache-Control': 'max-age=0',
    });
    expect(again.status).toBe(304);
  });
});
