import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pl from '../../runner/engines/polars/pinned/library.ts';
import {
  commandLine,
  startCommandLine,
  type CommandOptions,
  type EndedCommand,
} from '../../test/support/command-line.ts';
import { createEmptyDatabase, dropDatabase } from '../../test/support/database.ts';
import { pretendOldServer } from '../../test/support/old-server.ts';
import { until } from '../../test/support/until.ts';

const CSV = 'id,amount\n1,5\n2,20\n';
const node = (id: string, type: string, config: object): object => ({ id, type, data: { config } });
const graph = (...outputs: readonly string[]): string =>
  JSON.stringify({
    nodes: [
      node('in', 'fileInput', { dataset_id: 'd', format: 'csv' }),
      ...outputs.map((id) => node(id, 'fileOutput', { format: 'csv' })),
    ],
    edges: outputs.map((target) => ({ source: 'in', target })),
  });
const failing = JSON.stringify({
  nodes: [
    node('in', 'fileInput', { dataset_id: 'd', format: 'csv' }),
    node('drop', 'dropColumns', { columns: ['nope'] }),
  ],
  edges: [{ source: 'in', target: 'drop' }],
});

let folder: string;
/** Of the commands: nothing may stay there. */
let temporary: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-cli-'));
  temporary = path.join(folder, 'tmp');
  await mkdir(temporary);
  await writeFile(path.join(folder, 'one.json'), graph('out'));
  await writeFile(path.join(folder, 'two.json'), graph('left', 'right'));
  await writeFile(path.join(folder, 'orders.csv'), CSV);
  await writeFile(path.join(folder, 'gaps.csv'), 'amount\n1\nNA\n');
  await writeFile(path.join(folder, 'large.csv'), 'x\n'.repeat(1_000_000));
  await writeFile(path.join(folder, 'failing.json'), failing);
  await writeFile(path.join(folder, 'broken.json'), '{');
  await writeFile(path.join(folder, 'a.exe'), '');
  await writeFile(path.join(folder, 'bad.parquet'), 'no Parquet');
});

afterEach(async () => {
  expect(await readdir(temporary)).toEqual([]);
});

afterAll(() => rm(folder, { recursive: true }));

const inFolder = (options: CommandOptions): CommandOptions => ({
  cwd: folder,
  ...options,
  env: { TMPDIR: temporary },
});

function millrace(words: readonly string[], options: CommandOptions = {}): Promise<EndedCommand> {
  return commandLine(words, inFolder(options));
}

describe('a flow whose input names no dataset', () => {
  it.each([
    ['run', ['--out', '.']],
    ['validate', []],
    ['export', []],
  ])('is accepted by %s with a file for that input', async (command, words) => {
    await writeFile(path.join(folder, 'bare.json'), graph('bare').replace('"dataset_id":"d",', ''));
    const given = [command, 'bare.json', '--input', 'in=orders.csv', ...words];
    const { code, stderr } = await millrace(given);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('dataset') });
  });
});

describe('a dash in place of a file', () => {
  it('stands for standard input for data and standard output for the output of a run', async () => {
    const words = ['run', 'one.json', '--input', 'in=-', '--input-format', 'csv', '--out', '-'];
    const { code, stdout, stderr } = await millrace(words, { input: CSV });
    expect({ code, stdout }).toEqual({ code: 0, stdout: CSV });
    expect(stderr).toMatch(/^success +/);
  });

  it('stands for standard input for a flow and standard output for an export', async () => {
    const flow = { input: graph('out') };
    expect((await millrace(['validate', '-'], flow)).stdout).toMatch(
      /^standard input is a valid flow\.\n/,
    );
    const words = ['export', '-', '--input', 'in=orders.csv'];
    const { code, stdout } = await millrace([...words, '--out', '-'], flow);
    expect(code).toBe(0);
    expect(stdout).toMatch('import pandas');
    expect((await millrace([...words, '--out', 'flow.py'], flow)).code).toBe(0);
    expect(await readFile(path.join(folder, 'flow.py'), 'utf8')).toBe(stdout.slice(0, -1));
  });
});

describe('two outputs whose ids become the same file name', () => {
  it('are written to two files by a run', async () => {
    await writeFile(path.join(folder, 'same.json'), graph('a b', 'a.b', 'A_b'));
    const words = ['run', 'same.json', '--input', 'in=orders.csv', '--out', 'same'];
    await mkdir(path.join(folder, 'same'));
    const { code, stdout } = await millrace(words);
    expect(code).toBe(0);
    const names = ['a_b.csv', 'a_b_2.csv', 'A_b_3.csv'];
    for (const name of names) {
      expect(stdout).toContain(`wrote ${path.join('same', name)}\n`);
      expect(await readFile(path.join(folder, 'same', name), 'utf8')).toBe(CSV);
    }
    expect((await readdir(path.join(folder, 'same'))).toSorted()).toEqual(names.toSorted());
  });
});

describe('an Arrow file', () => {
  const orders = pl.DataFrame({ id: [1, 2] });
  beforeAll(async () => {
    await writeFile(path.join(folder, 'orders.arrow'), orders.writeIPC());
    await writeFile(path.join(folder, 'stream.parquet'), orders.writeIPCStream());
    await writeFile(path.join(folder, 'orders.parquet'), orders.writeParquet());
  });

  it('is accepted as input of a run and rejected as input of an exported script', async () => {
    const words = (command: string, file: string): string[] => [
      command,
      'one.json',
      '--input',
      `in=${file}`,
      '--out',
      '-',
    ];
    expect(await millrace(words('run', 'orders.arrow'))).toMatchObject({
      stdout: 'id\n1.0\n2.0\n',
    });
    const refusal = (name: string): string =>
      `Exported scripts read no Arrow files. Write the file of the input "in" as ${name}, in Parquet's format, and export with that.\n`;
    expect(await millrace(words('export', 'orders.arrow'))).toEqual({
      code: 1,
      stdout: '',
      stderr: refusal('orders.parquet'),
    });
    expect((await millrace(words('export', 'stream.parquet'))).stderr).toBe(
      refusal('stream.parquet'),
    );
    expect((await millrace(words('export', 'orders.parquet'))).stdout).toMatch('"orders.parquet"');
  });
});

describe('a file that was read with a warning', () => {
  it.each([['run'], ['export'], ['validate']])('is named in the warning of %s', async (command) => {
    const out = command === 'validate' ? [] : ['--out', '-'];
    const { code, stderr } = await millrace([
      command,
      'one.json',
      '--input',
      'in=gaps.csv',
      ...out,
    ]);
    expect(stderr).toMatch(/^gaps\.csv: warning: Column "amount" is text because of "NA": /);
    expect(code).toBe(0);
  });
});

describe('a command with invalid arguments or files', () => {
  it.each([
    [['run', 'nope.json'], /^nope\.json cannot be read: there is no \/.*\/nope\.json\.$/m],
    [['validate', 'nope.json'], /^nope\.json cannot be read: there is no \/.*\/nope\.json\.$/m],
    [
      ['run', 'one.json', '--input', 'in=nope.csv'],
      /^--input in: nope\.csv cannot be read: there is no \/.*\/nope\.csv\.$/m,
    ],
    [
      ['export', 'one.json', '--input', 'in=nope.csv'],
      /^--input in: nope\.csv cannot be read: there is no \/.*\/nope\.csv\.$/m,
    ],
    [
      ['validate', 'one.json', '--input', 'in=nope.csv'],
      /^--input in: nope\.csv cannot be read: there is no \/.*\/nope\.csv\.$/m,
    ],
    [['run', '.'], '. cannot be read: it is a folder.'],
    [
      ['run', 'one.json', '--input', 'in=a.exe'],
      'a.exe: A .exe file cannot be read. The extension must be one of .csv',
    ],
    [['run', 'one.json', '--input', 'orders.csv'], '"orders.csv" is not of the form name=value.'],
    [['run', 'one.json', '--param', 'x'], '"x" is not of the form name=value.'],
    [['run', 'one.json', '--input', 'in=-'], '--input in: standard input has no extension.'],
    [['run', '-', '--input', 'in=-'], 'Standard input can be read once'],
    [['run', 'two.json', '--input', 'in=orders.csv', '--out', '-'], 'the flow has 2 outputs'],
    [['run', 'one.json', '--out', 'orders.csv'], '--out: orders.csv is no folder.'],
    [['export', 'one.json', '--input', 'in=orders.csv', '--out', '.'], '--out: . is a folder.'],
  ])('reports them before any work and exits with 2: millrace %j', async (words, message) => {
    const { code, stdout, stderr } = await millrace(words);
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it.each([
    [['run', 'broken.json'], 'broken.json is not JSON'],
    [['run', 'one.json', '--input', 'in=bad.parquet'], 'Parquet'],
  ])('exits with 1 for a file with invalid content: millrace %j', async (words, message) => {
    const { code, stderr } = await millrace(words);
    expect(stderr).toMatch(message);
    expect(code).toBe(1);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('removes its temporary files when %s terminates it', async (signal, code) => {
    const words = ['run', 'one.json', '--input', 'in=-', '--input-format', 'csv'];
    const { child, ended } = startCommandLine(words, inFolder({ input: null }));
    await until(async () => (await readdir(temporary)).length > 0);
    child.kill(signal);
    expect((await ended).code).toBe(code);
  });
});

describe('a command whose output pipe closes early', () => {
  it.each([
    ['a run', 0, ['run', 'one.json', '--input', 'in=large.csv', '--out', '-']],
    ['a run that fails', 1, ['run', 'failing.json', '--input', 'in=orders.csv']],
    ['a validation of an invalid file', 1, ['validate', 'broken.json']],
  ])(
    'removes its temporary files and exits with the code of its work: %s, %i',
    async (_what, code, words) => {
      const { child, ended } = startCommandLine(words, inFolder({}));
      const read = ended.catch(() => undefined);
      child.stdout?.destroy();
      await expect(once(child, 'exit')).resolves.toEqual([code, null]);
      await read;
    },
  );
});

describe('millrace check', () => {
  it('creates no folder where the service never ran', async () => {
    const place = await mkdtemp(path.join(folder, 'check-'));
    const { code, stdout } = await commandLine(['check'], { cwd: place });
    expect(stdout).toMatch(/^data folder +ok\ndatabase +ok\nobject store +ok\nengine +ok\n$/);
    expect(code).toBe(0);
    expect(await readdir(place)).toEqual([]);
  });

  it('reports why it cannot create the data folder, and how to name another one', async () => {
    const env = { SERVICE_DATA_DIR: path.join(folder, 'orders.csv', 'data') };
    const { code, stdout } = await commandLine(['check'], { cwd: folder, env });
    expect(stdout).toMatch(/^data folder +\/.*orders\.csv is no folder\. .*SERVICE_DATA_DIR/);
    expect(code).toBe(1);
  });

  it('reports a data folder on a file system that refuses folders', async () => {
    if (!existsSync('/proc/self')) return;
    const env = { SERVICE_DATA_DIR: '/proc/nope' };
    const { code, stdout } = await commandLine(['check'], { cwd: folder, env });
    const problem = '/proc/nope cannot be written to: the system makes no folders there.';
    expect(stdout).toContain(problem);
    expect(code).toBe(1);
  });

  it('names the version of a database server that is too old', async () => {
    const url = await createEmptyDatabase();
    await pretendOldServer(url);
    const env = { SERVICE_DATABASE_URL: url };
    const { code, stdout } = await commandLine(['check'], { cwd: folder, env });
    expect(stdout).toMatch(/^database +The database server is PostgreSQL 15\.4 \(Debian\), but/m);
    expect(code).toBe(1);
    await dropDatabase(url);
  });

  it('names an unknown variable and the one that was probably meant', async () => {
    const env = { SERVICE_PROT: '8056' };
    const { code, stderr } = await commandLine(['check'], { cwd: folder, env });
    expect(stderr).toBe(
      'There is no variable SERVICE_PROT; it is ignored. Did you mean SERVICE_PORT?\n',
    );
    expect(code).toBe(0);
  });
});
