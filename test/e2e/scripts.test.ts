import { ENGINES } from '../../runner/domain/engine.ts';
import type { RunAnswer } from './support/service.ts';
import { openStand, type Stand } from './support/stand.ts';
import { ADDRESSES } from '../cluster/addresses.ts';

let stand: Stand;

beforeAll(async () => {
  stand = await openStand();
});

afterAll(async () => {
  await stand.close();
});

/** Saves and runs a flow with one node between input and output. */
async function runNode(type: string, config: object, engine = 'polars'): Promise<RunAnswer> {
  const dataset = await stand.service.upload('numbers.csv', 'n\n1\n2\n3\n');
  const nodes = [
    { id: 'in', type: 'fileInput', data: { config: { dataset_id: dataset, format: 'csv' } } },
    { id: 'step', type, data: { config } },
    { id: 'out', type: 'fileOutput', data: { config: { format: 'csv' } } },
  ];
  const edges = [
    { source: 'in', target: 'step' },
    { source: 'step', target: 'out' },
  ];
  const flow = await stand.service.saveFlow(type, { nodes, edges, engine });
  return await stand.service.runToEnd(flow);
}

async function imageOf(run: string): Promise<string> {
  const selector = ['--selector', `millrace.dev/run=${run}`];
  return await stand.kubernetes.kubectl(
    ...['get', 'pods', ...selector, '-o', 'jsonpath={.items[*].spec.containers[*].image}'],
  );
}

const logOf = ({ logs }: RunAnswer): string => logs.map(({ message }) => message).join('\n');

/** `HOST PORT` of the API server and of the object store, which the runner itself reaches. */
async function servers(): Promise<readonly (readonly [string, number])[]> {
  const s3 = await stand.kubernetes.kubectl(
    ...['get', 'service/millrace-s3', '-o', 'jsonpath={.spec.clusterIP}'],
  );
  return [
    [ADDRESSES.kubernetesService, 443],
    [s3, 7070],
  ];
}

describe('a flow with a script of Python', () => {
  it.each(ENGINES)('runs in the image with Python, on %s', async (engine) => {
    const script = 'print(type(df).__module__.split(".")[0])\nreturn df.tail(2)';
    const run = await runNode('pythonTransform', { script }, engine);
    expect(run).toMatchObject({ status: 'success', error_message: null });
    expect(logOf(run)).toContain(engine);
    expect(await stand.service.output(run.id, 'out')).toBe('n\n2\n3\n');
    expect(await imageOf(run.id)).toMatch(/millrace-runner-python:/);
  });

  it('fails before its nodes run when the script has a syntax error', async () => {
    const run = await runNode('pythonTransform', { script: 'return (' });
    expect(run.status).toBe('failed');
    expect(run.error_message).toMatch(/The script has a syntax error in line 1/);
  });

  it('reaches no server, no file of the runner and no other process', async () => {
    const script = `
import os, socket
def attempt(name, action):
    try:
        action()
        print("reached", name)
    except OSError as error:
        print("refused", name)
for server in ${JSON.stringify(await servers())}:
    attempt("server", lambda: socket.create_connection(tuple(server), 5))
attempt("environment", lambda: open("/proc/1/environ").read())
attempt("runner", lambda: open("/app/dist/runner-main.mjs").read())
attempt("scratch", lambda: os.listdir("/scratch"))
attempt("signal", lambda: os.kill(1, 0))
return df`;
    const run = await runNode('pythonTransform', { script });
    expect(run).toMatchObject({ status: 'success', error_message: null });
    const lines = logOf(run)
      .split('\n')
      .filter((line) => /^(reached|refused) /.test(line));
    expect(lines).toEqual(
      ['server', 'server', 'environment', 'runner', 'scratch', 'signal'].map(
        (name) => `refused ${name}`,
      ),
    );
  });
});

describe('a flow with a script of JavaScript', () => {
  it('runs in the small image, and reaches no server and no other process', async () => {
    const script = `
const net = process.getBuiltinModule('net');
for (const [host, port] of ${JSON.stringify(await servers())}) {
  const isOpen = await new Promise((resolve) => {
    try { net.connect(port, host).on('connect', () => resolve(true)).on('error', () => resolve(false)); }
    catch { resolve(false); }
  });
  console.log(isOpen ? 'reached server' : 'refused server');
}
try { process.kill(1, 0); console.log('reached signal'); } catch { console.log('refused signal'); }
return rows;`;
    const run = await runNode('jsTransform', { script });
    expect(run).toMatchObject({ status: 'success', error_message: null });
    expect(logOf(run)).toContain('refused server\nrefused server\nrefused signal');
    expect(await imageOf(run.id)).toMatch(/millrace-runner:/);
  });
});

it('a flow without a script runs in the small image', async () => {
  const run = await runNode('limitRows', { n: 1 });
  expect(run.status).toBe('success');
  expect(await imageOf(run.id)).toMatch(/millrace-runner:/);
});

it('the catalogue says that scripts of Python can be executed', async () => {
  const response = await fetch(`${stand.place.api}/api/catalog/nodes`);
  const nodes = (await response.json()) as { id: string; available: boolean }[];
  expect(nodes.find(({ id }) => id === 'pythonTransform')?.available).toBe(true);
});
