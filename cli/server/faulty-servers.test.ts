import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import {
  commandLine,
  startCommandLine,
  type EndedCommand,
} from '../../test/support/command-line.ts';

const TOKEN = 'the-token-of-the-tests';
const RUN = { id: 'r', status: 'success', outputs: [{ node_id: 'out', format: 'csv', rows: 1 }] };

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface Stub {
  readonly url: string;
  readonly requests: readonly IncomingMessage[];
}

async function stub(listener: RequestListener): Promise<Stub> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

function millrace(words: readonly string[], url: string, cwd?: string): Promise<EndedCommand> {
  const env = { SERVICE_API_TOKEN: TOKEN };
  return commandLine([...words, '--server', url], { env, ...(cwd === undefined ? {} : { cwd }) });
}

/** Loses the answers of changes one after the other: cut off, or with the status of a proxy. */
function losing(...ways: (number | null)[]): RequestListener {
  return (request, response) => {
    const status = ways.shift();
    request.resume().on('end', () => {
      if (typeof status === 'number') response.writeHead(status).end('<html>');
      else response.destroy();
    });
  };
}

describe('a server that redirects', () => {
  it.each([['flows'], ['upload', '-', '--name', 'a.csv']])(
    'gets no second request of %s, so that the token stays with it',
    async (...words) => {
      const other = await stub((_request, response) => response.end('[]'));
      const first = await stub((_request, response) => {
        response.writeHead(307, { Location: `${other.url}/api/flows` }).end();
      });
      const { code, stderr } = await millrace(words, first.url);
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: `The server at ${first.url} sends its callers to another address, ${other.url}/api/flows. Give the URL of the service itself with --server.\n`,
      });
      expect(first.requests[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
      expect(other.requests).toHaveLength(0);
    },
  );
});

describe('a server that is no Millrace service', () => {
  it.each([
    ['a web page', 200, '<html>', /^What answers at \S+ is no Millrace service\. Check the URL/],
    ['an error page', 500, '<html>', /answered 500 without a reason\. Check that the URL/],
  ])('is named with its URL when it answers %s', async (_what, status, body, message) => {
    const { url } = await stub((_request, response) => response.writeHead(status).end(body));
    const { code, stderr } = await millrace(['flows'], url);
    expect(stderr).toMatch(message);
    expect(code).toBe(1);
  });

  it('is quoted without the token and without control characters', async () => {
    const detail = `no\u001B[2J ${TOKEN} here`;
    const { url } = await stub((_request, response) => {
      response.writeHead(400).end(JSON.stringify({ detail }));
    });
    expect((await millrace(['flows'], url)).stderr).toBe('no [2J *** here\n');
  });
});

describe('a server that is busy', () => {
  it('gets requests that only read a second time', async () => {
    let refusals = 2;
    const { url, requests } = await stub((_request, response) => {
      if (refusals-- > 0) response.writeHead(503, { 'Retry-After': '0' }).end('{"detail":"busy"}');
      else response.end('[]');
    });
    expect(await millrace(['flows', '--json'], url)).toEqual({
      code: 0,
      stdout: '[]\n',
      stderr: '',
    });
    expect(requests).toHaveLength(3);
  });
});

describe('a connection that breaks', () => {
  it('leaves no file of a download', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-cli-'));
    const { url } = await stub((request, response) => {
      if (request.url === '/api/runs/r') {
        response.end(JSON.stringify(RUN));
        return;
      }
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('half', () => response.destroy());
    });
    const { code, stderr } = await millrace(['download', 'r'], url, folder);
    expect(stderr).toMatch(
      /^The connection to \S+ failed \(.+\)\. Check the URL, then try again\.\n$/,
    );
    expect(code).toBe(1);
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });

  it('gives no advice to repeat an upload whose answer is lost', async () => {
    const { url, requests } = await stub(losing(null, 502, 504));
    for (let lost = 1; lost <= 3; lost += 1) {
      const { code, stderr } = await millrace(['upload', '-', '--name', 'a.csv'], url);
      expect(stderr.replaceAll(url, 'URL')).toMatch(
        'The file may have been stored. See URL/api/datasets before it is uploaded',
      );
      expect(stderr).not.toMatch('ry again');
      expect(code).toBe(1);
      expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(lost);
    }
  });

  it('resumes the events of a followed run after the last one received', async () => {
    const frame = (id: string, name: string): string =>
      `id: ${id}\nevent: ${name}\ndata: {"run_id":"r"}\n\n`;
    let isOver = false;
    const { url, requests } = await stub((request, response) => {
      if (request.url === '/api/runs/r') {
        const status = isOver ? 'success' : 'running';
        response.end(
          JSON.stringify({ id: 'r', status, logs: [{ level: 'info', message: 'Done' }] }),
        );
      } else if (request.headers['last-event-id'] === undefined) {
        response.write(frame('1.0', 'run_pending'), () => response.destroy());
      } else {
        isOver = true;
        response.end(frame('1.1', 'run_ended'));
      }
    });
    const { code, stdout } = await millrace(['logs', 'r', '-f'], url);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'info    Done\n' });
    const streams = requests.filter(({ url: at }) => at === '/api/runs/r/events');
    expect(streams.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '1.0']);
  });
});

describe('a command whose output pipe closes early', () => {
  it('exits without an error', async () => {
    const flow = { id: 'f', name: 'x'.repeat(1_000), is_disabled: false, last_run_at: null };
    const { url } = await stub((_request, response) => {
      response.end(JSON.stringify(Array.from({ length: 5_000 }, () => flow)));
    });
    const { child, ended } = startCommandLine(['flows', '--server', url]);
    const read = ended.catch(() => undefined);
    child.stdout?.destroy();
    await expect(once(child, 'exit')).resolves.toEqual([0, null]);
    await read;
  });
});

describe('the address of a server', () => {
  it.each([
    ['nonsense', '--server: give the URL of a service with http:// or https://'],
    ['ftp://x', '--server: give the URL'],
    ['http://me:secret@x', '--server: the URL must have no user, password'],
  ])('%s is rejected as invalid usage, without a secret in the message', async (url, message) => {
    const { code, stderr } = await millrace(['flows'], url);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch('secret@');
    expect(code).toBe(2);
  });

  it('is rejected with a token that no header can carry', async () => {
    const env = { SERVICE_API_TOKEN: 'se\ncret' };
    const { code, stderr } = await commandLine(['flows'], { env });
    expect(stderr).toMatch(/^SERVICE_API_TOKEN has a character that no header can carry/);
    expect(stderr).not.toMatch('cret');
    expect(code).toBe(2);
  });
});
