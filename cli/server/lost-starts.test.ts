import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { commandLine, type EndedCommand } from '../../test/support/command-line.ts';

const FLOW = { id: 'f', name: 'Daily', is_disabled: false, last_run_at: null };
const RUN = { id: 'r', status: 'running', outputs: [] };
const MAY_RUN = 'The run may have been started. See: millrace runs --flow f\n';

type Answer = (response: ServerResponse) => void;

/** The connection breaks. */
const cut: Answer = (response) => response.destroy();
const answers =
  (status: number, body: unknown = {}): Answer =>
  (response) =>
    response.writeHead(status).end(JSON.stringify(body));

/** An OpenAPI document in which starts of runs have these parameters. */
function documentWith(parameters: unknown): Answer {
  return answers(200, { paths: { '/api/flows/{flow_id}/runs': { post: { parameters } } } });
}
const KNOWS_KEYS = documentWith([{ name: 'idempotency-key', in: 'header' }]);
const KNOWS_NO_KEYS = documentWith([{ name: 'prefer', in: 'header' }]);

let server: Server;
let posts: IncomingMessage[];

beforeEach(() => {
  posts = [];
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Runs `millrace start f` against a server that answers starts in this order and repeats the last answer. */
async function startAt(document: Answer, ...starts: Answer[]): Promise<EndedCommand> {
  server = createServer((request, response) => {
    if (request.method === 'GET') {
      const answer = request.url === '/openapi.json' ? document : answers(200, [FLOW]);
      answer(response.setHeader('Connection', 'close'));
      return;
    }
    posts.push(request);
    const answer = starts.length > 1 ? starts.shift() : starts[0];
    request.resume().on('end', () => answer?.(response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return await commandLine(['start', 'f', '--no-wait', '--server', url]);
}

const LOSSES: [string, Answer][] = [
  ['a cut connection', cut],
  ['a 502', answers(502)],
  ['a 504', answers(504)],
];

describe.each(LOSSES)('a start whose answer is lost by %s', (_title, lost) => {
  it('is retried with the same key when the server supports idempotency keys', async () => {
    const { code, stdout } = await startAt(KNOWS_KEYS, lost, lost, answers(202, RUN));
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'r\n' });
    const keys = posts.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), keys[0], keys[0]]);
  });

  it('fails after four attempts and says how to find the run', async () => {
    const { code, stderr } = await startAt(KNOWS_KEYS, lost);
    expect(stderr).toMatch(MAY_RUN);
    expect(stderr).not.toMatch('ry again');
    expect(code).toBe(1);
    expect(posts).toHaveLength(4);
  });

  it.each([
    ['supports no keys', KNOWS_NO_KEYS],
    ['has no document', answers(404)],
    ['serves a document of another kind', answers(200, { paths: [null] })],
    ['serves an invalid document', documentWith({ name: 'idempotency-key' })],
  ])('is sent once to a server that %s', async (_what, document) => {
    const { code, stderr } = await startAt(document, lost, answers(202, RUN));
    expect(stderr).toMatch(MAY_RUN);
    expect(stderr).not.toMatch('ry again');
    expect(code).toBe(1);
    expect(posts).toHaveLength(1);
  });

  it.each([401, 404, 500])(
    'is reported as lost when the server answers the retry with %i',
    async (status) => {
      const { code, stderr } = await startAt(
        KNOWS_KEYS,
        lost,
        answers(status, { detail: 'Later' }),
      );
      expect(stderr).toMatch(MAY_RUN);
      expect(stderr).not.toMatch('Later');
      expect(code).toBe(1);
      expect(posts).toHaveLength(2);
    },
  );
});

describe('a start that a busy server rejects', () => {
  const busy = answers(503, { detail: 'The queue is full' });

  it('is retried when the server supports idempotency keys', async () => {
    expect(await startAt(KNOWS_KEYS, busy, answers(202, RUN))).toMatchObject({ code: 0 });
  });

  it('is sent once to another server, without a warning about a lost run', async () => {
    const { code, stderr } = await startAt(KNOWS_NO_KEYS, busy, answers(202, RUN));
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'The queue is full\n' });
    expect(posts).toHaveLength(1);
  });
});

describe('a start whose server stops before the retry', () => {
  it('is reported as a run that may have started', async () => {
    const { code, stderr } = await startAt(KNOWS_KEYS, (response) => {
      server.close();
      response.destroy();
    });
    expect(stderr).toMatch(/^The connection to \S+ failed .*The run may have been started\. See: /);
    expect(code).toBe(1);
  });
});
