import { once } from 'node:events';
import { createServer as createHttpServer, request as httpRequest } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import {
  commandLine,
  startCommandLine,
  type CommandOptions,
  type EndedCommand,
} from '../../test/support/command-line.ts';
import { signalRunners } from '../../test/support/runner-processes.ts';
import { startTestService, type TestService } from '../../test/support/service.ts';
import { until } from '../../test/support/until.ts';

const TOKEN = 'the-token-of-the-tests';
const HEADERS = { Authorization: `Bearer ${TOKEN}` };
const FLOW = 'Small orders';

let service: TestService;
let flowId: string;

beforeAll(async () => {
  service = await startTestService({ SERVICE_API_TOKEN: TOKEN });
  const form = new FormData();
  form.set('file', new Blob(['id,amount\n1,5\n2,20\n3,7\n']), 'orders.csv');
  const upload = await service.call('POST', '/api/datasets/upload', form, HEADERS);
  flowId = await saveFlow(FLOW, (upload.json as { id: string }).id);
});

afterEach(async () => {
  await signalRunners('SIGCONT');
});

afterAll(() => service.stop());

async function saveFlow(name: string, dataset: string): Promise<string> {
  const config = { column: 'amount', operator: '<', value: '{{ most }}' };
  const nodes = [
    { id: 'in', type: 'fileInput', data: { config: { dataset_id: dataset, format: 'csv' } } },
    { id: 'small', type: 'filterRows', data: { label: 'Small ones', config } },
    { id: 'out', type: 'fileOutput', data: { config: { format: 'csv' } } },
  ];
  const edges = [
    { source: 'in', target: 'small' },
    { source: 'small', target: 'out' },
  ];
  const parameters = [{ name: 'most', type: 'number', default: 10 }];
  const body = { name, graph_json: { nodes, edges, parameters } };
  return ((await service.call('POST', '/api/flows', body, HEADERS)).json as { id: string }).id;
}

/** The command with the server's address and token in the environment. */
function millrace(words: readonly string[], options: CommandOptions = {}): Promise<EndedCommand> {
  return commandLine(words, { ...options, env: environment(options.env) });
}

function environment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { SERVICE_URL: service.url, SERVICE_API_TOKEN: TOKEN, ...more };
}

async function runCount(): Promise<number> {
  return await (await service.openDatabase()).run.count();
}

/** A port without a listener. */
async function closedPort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

describe('millrace flows', () => {
  it('lists flows as a table, or as the JSON of the API with --json', async () => {
    const { code, stdout } = await millrace(['flows']);
    const [header, row] = stdout.split('\n');
    expect(code).toBe(0);
    expect(header).toMatch(/^ID +NAME +STATE +LAST RUN$/);
    expect(row).toMatch(new RegExp(`^${flowId}  ${FLOW}  enabled +`));
    const answer = await service.call('GET', '/api/flows?fields=summary', undefined, HEADERS);
    expect((await millrace(['flows', '--json'])).stdout).toBe(`${answer.text}\n`);
  });
});

describe('millrace start', () => {
  it('waits for the run of the flow with that name and prints its nodes and outputs', async () => {
    const { code, stdout, stderr } = await millrace(['start', FLOW, '--param', 'most=6']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^run [0-9a-f-]{36} of "Small orders"\n/);
    expect(stdout).toMatch(/success +Small ones +1 rows/);
    expect(stdout).toMatch(/^out: csv, 1 rows\. Fetch it: millrace download [0-9a-f-]{36} out$/m);
  });

  it('prints the id of the run and exits with --no-wait', async () => {
    const { code, stdout } = await millrace(['start', flowId, '--no-wait', '--engine', 'pandas']);
    expect(code).toBe(0);
    const run = await service.call('GET', `/api/runs/${stdout.trim()}`, undefined, HEADERS);
    expect(run.json).toMatchObject({ flow_id: flowId, engine: 'pandas' });
  });

  it('exits with 1 and the reason when the run fails', async () => {
    const name = 'Broken';
    const { json } = await service.call('GET', `/api/flows/${flowId}`, undefined, HEADERS);
    const graph = (json as { graph_json: { nodes: { id: string; data: object }[] } }).graph_json;
    const expression = { column_name: 'x', expression: 'nope(id)' };
    const broken = graph.nodes.map((node) =>
      node.id === 'small'
        ? { ...node, type: 'calculatedColumn', data: { config: expression } }
        : node,
    );
    const body = { name, graph_json: { ...graph, nodes: broken } };
    await service.call('POST', '/api/flows', body, HEADERS);
    const { code, stderr } = await millrace(['start', name]);
    expect(stderr).toMatch(/^The run failed: .*There is no function nope\..*\n$/);
    expect(code).toBe(1);
  });

  it('starts one run when the answer to its first request is lost', async () => {
    const before = await runCount();
    let lost = 0;
    const proxy = createHttpServer((request, response) => {
      const options = { method: request.method, headers: request.headers };
      const forward = httpRequest(`${service.url}${request.url}`, options, (answer) => {
        if (request.method === 'POST' && lost++ === 0) response.destroy();
        else answer.pipe(response.writeHead(answer.statusCode ?? 0, answer.headers));
      });
      request.pipe(forward);
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    try {
      const env = { SERVICE_URL: `http://127.0.0.1:${port}` };
      const { code, stdout, stderr } = await millrace(['start', flowId, '--json'], { env });
      expect({ code, stderr, lost }).toEqual({ code: 0, stderr: '', lost: 2 });
      expect(JSON.parse(stdout)).toMatchObject({ flow_id: flowId, status: 'success' });
      expect(await runCount()).toBe(before + 1);
    } finally {
      proxy.closeAllConnections();
      proxy.close();
    }
  });

  it('suggests a flow with a similar name, and lists the ids of flows that share one', async () => {
    const before = await runCount();
    expect(await millrace(['start', 'Small order'])).toMatchObject({
      code: 1,
      stderr: 'There is no flow "Small order". Did you mean "Small orders"?\n',
    });
    const ids = [await saveFlow('Twice', 'd'), await saveFlow('Twice', 'd')];
    const { code, stderr } = await millrace(['start', 'Twice']);
    expect(code).toBe(1);
    expect(stderr).toMatch('2 flows have the name "Twice".');
    for (const id of ids) expect(stderr).toMatch(id);
    expect(await runCount()).toBe(before);
  });

  it('reports on Ctrl-C that the run continues and how to cancel it, and exits with 130', async () => {
    await millrace(['start', FLOW]);
    await signalRunners('SIGSTOP');
    const before = await runCount();
    const { child, ended } = startCommandLine(['start', FLOW], { env: environment() });
    await once(child.stdout!, 'data');
    await until(async () => (await runCount()) > before);
    child.kill('SIGINT');
    const { code, stdout, stderr } = await ended;
    const id = /^run (\S+) /.exec(stdout)?.[1] ?? '';
    expect({ code, stderr }).toEqual({
      code: 130,
      stderr: `The run continues. Follow it: millrace logs ${id} --follow. Cancel it: millrace cancel ${id}\n`,
    });
  });
});

describe('millrace logs', () => {
  it('prints the log of a run, one entry or one JSON object per line', async () => {
    const id = (await millrace(['start', FLOW, '--no-wait'])).stdout.trim();
    const { code, stdout } = await millrace(['logs', id, '--follow']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^info +/);
    expect(stdout).toMatch(/^info +Run completed in [\d.]+ ms with 1 output\.$/m);
    expect(stdout).toMatch(/Dataset versions that were read: \S+ version 1$/m);
    const json = await millrace(['logs', id, '--json']);
    const { logs } = (await service.call('GET', `/api/runs/${id}`, undefined, HEADERS)).json as {
      logs: unknown[];
    };
    const lines = json.stdout.trim().split('\n');
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual(logs);
  });

  it('reports that the log follows when the run finishes', async () => {
    await signalRunners('SIGSTOP');
    const id = (await millrace(['start', FLOW, '--no-wait'])).stdout.trim();
    const { code, stdout, stderr } = await millrace(['logs', id]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toMatch(`millrace logs ${id} --follow`);
  });
});

describe('a run unknown to the server', () => {
  it.each([['logs'], ['download'], ['cancel']])(
    'is refused by %s with the command that lists the runs',
    async (command) => {
      expect(await millrace([command, 'nope'])).toEqual({
        code: 1,
        stdout: '',
        stderr: 'There is no run "nope" on the server. Its runs: millrace runs\n',
      });
    },
  );
});

describe('a server that cannot be used', () => {
  it('is named with its URL, with exit code 1, when it does not answer', async () => {
    const url = `http://127.0.0.1:${await closedPort()}`;
    expect(await millrace(['flows', '--server', url])).toEqual({
      code: 1,
      stdout: '',
      stderr: `No server answers at ${url} (ECONNREFUSED). Start one with "npm start", or name another with --server or SERVICE_URL.\n`,
    });
  });

  it.each([
    ['', /asks for a token\. Set SERVICE_API_TOKEN\.\n$/],
    ['wrong-token', /does not accept the token in SERVICE_API_TOKEN\.\n$/],
  ])('reports the problem with the token "%s" without printing it', async (token, message) => {
    const { code, stderr } = await millrace(['flows'], { env: { SERVICE_API_TOKEN: token } });
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('wrong-token');
  });
});
