import { startWebServer, type WebServer } from '../../test/support/web-server.ts';
import { findSourceChanges } from './source-checks.ts';

const MAX_LISTED = 100_000;
const PAGE = 1_000;

let server: WebServer;
/** How many objects the bucket has. */
let total = 0;

beforeAll(async () => {
  // The JSON API of Google Cloud Storage: a real server with so many objects takes a minute to fill.
  server = await startWebServer(({ searchParams }, response) => {
    const first = Number(searchParams.get('pageToken') ?? '0');
    const count = Math.min(PAGE, total - first);
    const items = Array.from({ length: count }, (_, place) => ({
      name: `days/${first + place}.csv`,
      generation: '1',
    }));
    const next = first + count;
    response.end(JSON.stringify({ items, ...(next < total ? { nextPageToken: `${next}` } : {}) }));
  });
});

afterAll(() => server.close());

function check(path: string): Promise<boolean> {
  const empty = { port: null, username: null, secret: null, options: null };
  const fields = { name: 'Own', provider: 'gcs', database: 'bucket', host: server.url };
  return findSourceChanges({
    kind: 'sourceChanges',
    connections: [{ id: 'c', ...fields, ...empty }],
    sources: [{ kind: 'object', connectionId: 'c', path, version: 'another version' }],
  });
}

it('compares a pattern that 100,000 objects begin like', async () => {
  total = MAX_LISTED;
  expect(await check('days/[1-3].csv')).toBe(true);
  expect(server.requests).toHaveLength(MAX_LISTED / PAGE);
});

it('fails with what to do when more than 100,000 objects begin like a pattern, and lists no further', async () => {
  total = 10 * MAX_LISTED;
  const before = server.requests.length;
  await expect(check('days/[1-3].csv')).rejects.toThrow(
    /^The connection "Own" .*: it has more than 100000 objects that begin so\. Give a longer prefix\.$/,
  );
  expect(server.requests).toHaveLength(before + MAX_LISTED / PAGE + 1);
});
