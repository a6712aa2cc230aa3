import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  commandLine,
  type CommandOptions,
  type EndedCommand,
} from '../../test/support/command-line.ts';
import { signalRunners } from '../../test/support/runner-processes.ts';
import { startTestService, type TestService } from '../../test/support/service.ts';

const CSV = 'id,amount\n1,5\n2,20\n';

let service: TestService;
let folder: string;

beforeAll(async () => {
  service = await startTestService({ SERVICE_MAX_UPLOAD_SIZE_MB: '1' });
  folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-cli-'));
});

afterEach(async () => {
  await signalRunners('SIGCONT');
});

afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

function millrace(words: readonly string[], options: CommandOptions = {}): Promise<EndedCommand> {
  return commandLine(words, { cwd: folder, ...options, env: { SERVICE_URL: service.url } });
}

async function upload(name: string): Promise<string> {
  const { stdout } = await millrace(['upload', '-', '--name', name, '--json'], { input: CSV });
  return (JSON.parse(stdout) as { id: string }).id;
}

/** A run of a flow with these outputs, ended. */
async function run(dataset: string, outputs: readonly string[]): Promise<string> {
  const node = (id: string, type: string, config: object): object => ({
    id,
    type,
    data: { config },
  });
  const body = {
    name: `to ${outputs.join(' and ')}`,
    graph_json: {
      nodes: [
        node('in', 'fileInput', { dataset_id: dataset, format: 'csv' }),
        ...outputs.map((id) => node(id, 'fileOutput', { format: 'csv' })),
      ],
      edges: outputs.map((target) => ({ source: 'in', target })),
    },
  };
  const { id } = (await service.call('POST', '/api/flows', body)).json as { id: string };
  return ((await service.call('POST', `/api/flows/${id}/runs`)).json as { id: string }).id;
}

describe('millrace upload', () => {
  it('uploads a file as a dataset with its name, and a second upload as the next version', async () => {
    await writeFile(path.join(folder, 'orders.csv'), CSV);
    const first = await millrace(['upload', 'orders.csv']);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(
      /^dataset [0-9a-f-]{36} "orders\.csv", version 1\ncolumns: id, amount\n$/,
    );
    const second = await millrace(['upload', 'orders.csv', '--json']);
    expect(JSON.parse(second.stdout)).toMatchObject({ name: 'orders.csv', latest_version: 2 });
  });

  it.each([
    ['plain.csv', CSV],
    ['packed.csv.gz', gzipSync(CSV)],
  ])(
    'takes the format of %s from the file where --name has no extension',
    async (file, content) => {
      await writeFile(path.join(folder, file), content);
      const name = `Orders of v1.2 ${file.length}`;
      const { code, stdout } = await millrace(['upload', file, '--name', name, '--json']);
      expect([code, JSON.parse(stdout)]).toMatchObject([
        0,
        { name, source_type: 'csv', data_sample: [{ id: 1, amount: 5 }, {}] },
      ]);
    },
  );

  it('uploads standard input into a project with a name and dialect options', async () => {
    await service.call('POST', '/api/projects', { name: 'Shop' });
    const words = ['upload', '-', '--name', 'a "b" ü.csv', '--project', 'Shop', '--json'];
    const { code, stdout } = await millrace([...words, '--delimiter', ';', '--decimal', ','], {
      input: 'id;amount\n1;2,5\n',
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      data_sample: [{ id: 1, amount: 2.5 }],
      parse_options: { delimiter: ';', decimal: ',' },
    });
    expect(stdout).toMatch('ü.csv');
  });

  it('sends the parse options of a file', async () => {
    const dialect = ['--null-values', 'NA,-', '--skip-rows', '1', '--comment', '#', '--dates'];
    const words = ['upload', '-', '--name', 'raw.csv', '--no-header', ...dialect, '--json'];
    const input = 'report\n# by day\n2024-01-02,NA\n2024-01-03,5\n';
    const { stdout, stderr } = await millrace(words, { input });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({
      column_schema: [
        { name: 'column_1', type: 'datetime' },
        { name: 'column_2', type: 'integer' },
      ],
    });
    // Each of them can be changed back or dropped for the next version.
    const back = ['--null-values', '', '--skip-rows', '0', '--comment', '', '--no-dates'];
    const next = await millrace(
      ['upload', '-', '--name', 'raw.csv', '--header', ...back, '--json'],
      { input: 'day,#n\n2024-01-02,NA\n' },
    );
    expect(next.stderr).not.toContain('kept');
    expect(JSON.parse(next.stdout)).toMatchObject({
      column_schema: [
        { name: 'day', type: 'string' },
        { name: '#n', type: 'string' },
      ],
    });
  });

  it('prints warnings of the server to standard error', async () => {
    const options = { input: 'amount\n1\nNA\n' };
    expect(await millrace(['upload', '-', '--name', 'gaps.csv'], options)).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(
        /^gaps\.csv: warning: Column "amount" is text because of "NA": .+\n$/,
      ) as string,
    });
  });

  it.each([
    ['a file', 'large.csv', ''],
    ['standard input', '-', 'x'],
  ])(
    'prints the reason when %s exceeds the upload limit of the server',
    async (_what, file, input) => {
      const large = 'x,y\n'.repeat(600_000);
      await writeFile(path.join(folder, 'large.csv'), large);
      const ended = await millrace(['upload', file, '--name', 'large.csv'], {
        input: input && large,
      });
      expect(ended).toEqual({
        code: 1,
        stdout: '',
        stderr: 'The file is larger than 1 MB, the setting MAX_UPLOAD_SIZE_MB\n',
      });
    },
  );

  it.each([
    [['nope.csv'], /^FILE: nope\.csv cannot be read: there is no \/.*\/nope\.csv\.$/m],
    [['-'], '--name: standard input has no name.'],
  ])('rejects %j before any request to the server', async (words, message) => {
    const { code, stderr } = await millrace(['upload', ...words, '--server', 'http://127.0.0.1:9']);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });
});

describe('millrace download', () => {
  it('writes the only output to a new file named after its node, or to standard output', async () => {
    const id = await run(await upload('one.csv'), ['small']);
    expect(await millrace(['download', id])).toEqual({
      code: 0,
      stdout: 'wrote small.csv\n',
      stderr: '',
    });
    expect(await readFile(path.join(folder, 'small.csv'), 'utf8')).toBe(CSV);
    expect(await millrace(['download', id])).toMatchObject({
      code: 1,
      stderr: 'small.csv is there already. Name the file to write with --out FILE.\n',
    });
    expect((await millrace(['download', id, '-o', '-'])).stdout).toBe(CSV);
  });

  it('says that a successful run without output files has none', async () => {
    const nodes = [
      {
        id: 'in',
        type: 'fileInput',
        data: { config: { dataset_id: await upload('drawn.csv'), format: 'csv' } },
      },
      { id: 'bars', type: 'chartHistogram', data: { config: { column: 'amount' } } },
    ];
    const graph_json = { nodes, edges: [{ source: 'in', target: 'bars' }] };
    const flow = await service.call('POST', '/api/flows', { name: 'drawn', graph_json });
    const { id: flowId } = flow.json as { id: string };
    const run = await service.call('POST', `/api/flows/${flowId}/runs`);
    const { id, status } = run.json as { id: string; status: string };
    expect(status).toBe('success');
    expect(await millrace(['download', id])).toMatchObject({
      code: 1,
      stderr: `The run succeeded without a file to download: tables and objects are where it wrote them. See what it wrote: millrace logs ${id}\n`,
    });
  });

  it('requires the node when the run has several outputs', async () => {
    const id = await run(await upload('two.csv'), ['left', 'right']);
    expect(await millrace(['download', id])).toMatchObject({
      code: 1,
      stderr: `The run has 2 outputs: left, right. Name one: millrace download ${id} NODE\n`,
    });
    expect(await millrace(['download', id, 'middle'])).toMatchObject({
      code: 1,
      stderr: 'The run has no output "middle". Its outputs are: left, right\n',
    });
    const { code } = await millrace(['download', id, 'right', '--out', 'new/r.csv']);
    expect(code).toBe(0);
    expect(await readdir(path.join(folder, 'new'))).toEqual(['r.csv']);
  });
});

describe('millrace runs', () => {
  it('lists the runs of a flow, newest first, as a table or as the JSON of the API', async () => {
    const id = await run(await upload('three.csv'), ['listed']);
    const words = ['runs', '--flow', 'to listed', '--status', 'success', '--limit', '1'];
    const [header, row] = (await millrace(words)).stdout.split('\n');
    expect(header).toMatch(/^ID +FLOW +STATUS +ENGINE +TRIGGER +STARTED +TOOK$/);
    expect(row).toMatch(
      new RegExp(`^${id}  to listed  success  polars  manual   \\S+ \\S+Z  \\S+ s$`),
    );
    expect(JSON.parse((await millrace([...words, '--json'])).stdout)).toMatchObject([{ id }]);
  });
});

describe('millrace cancel', () => {
  it('cancels a running run, and reports why a finished one cannot be cancelled', async () => {
    await run(await upload('four.csv'), ['cancelled']);
    await signalRunners('SIGSTOP');
    const { stdout } = await millrace(['start', 'to cancelled', '--no-wait']);
    const id = stdout.trim();
    expect(await millrace(['cancel', id])).toEqual({
      code: 0,
      stdout: `Run ${id} is being cancelled.\n`,
      stderr: '',
    });
    const followed = await millrace(['logs', id, '--follow']);
    expect(followed.code).toBe(0);
    expect(await millrace(['cancel', id])).toMatchObject({
      code: 1,
      stderr: 'The run has ended already: cancelled.\n',
    });
    expect(await millrace(['download', id])).toMatchObject({
      code: 1,
      stderr: `The run has no outputs: its status is cancelled. See why: millrace logs ${id}\n`,
    });
  });
});
