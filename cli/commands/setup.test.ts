import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { loadDanfo } from '../../runner/extras/danfo.ts';
import { commandLine, type EndedCommand } from '../../test/support/command-line.ts';
import { skipSuite } from '../../test/support/skips.ts';
import { findNpm } from '../extras/find-npm.ts';

const REGISTRY = process.env.npm_config_registry ?? 'https://registry.npmjs.org/';
const isReachable = await fetch(REGISTRY, {
  method: 'HEAD',
  signal: AbortSignal.timeout(5_000),
}).then(
  async ({ body }) => {
    // An open body keeps the connection, and so the process.
    await body?.cancel();
    return true;
  },
  () => false,
);
if (!isReachable)
  skipSuite('danfo from the registry', `npm's registry ${REGISTRY} does not answer`);

let folder: string;
let extras: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-setup-'));
  extras = path.join(folder, 'extras');
});

afterEach(() => rm(folder, { recursive: true }));

/** Runs `millrace setup` with a script in place of npm. The script logs its arguments. */
async function setupBy(script: string, words: readonly string[] = []): Promise<EndedCommand> {
  const npm = path.join(folder, 'npm.cjs');
  writeFileSync(
    npm,
    `const fs = require('node:fs');
    fs.appendFileSync(${JSON.stringify(path.join(folder, 'calls'))}, process.argv.slice(2).join(' ') + '\\n');
    ${script}`,
  );
  return await commandLine(['setup', 'danfo', ...words], {
    cwd: folder,
    env: { npm_execpath: npm, SERVICE_EXTRAS_DIR: extras },
  });
}

const WRITES_PACKAGE = `
  const locked = JSON.parse(fs.readFileSync('package-lock.json')).packages['node_modules/danfojs-node'];
  fs.mkdirSync('node_modules/danfojs-node', { recursive: true });
  fs.writeFileSync('node_modules/danfojs-node/package.json', JSON.stringify({ version: locked.version, main: 'a.js' }));
  fs.writeFileSync('node_modules/danfojs-node/a.js', 'module.exports = { DataFrame: 1 };');
  fs.writeFileSync('node_modules/danfojs-node/a.js.map', '');
  fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: { 'node_modules/danfojs-node': {} } }));`;

const calls = (): readonly string[] =>
  readFileSync(path.join(folder, 'calls'), 'utf8').trim().split('\n');

describe('millrace setup danfo', () => {
  it('installs what its lock file lists, without scripts of packages and without source maps', async () => {
    const { code, stdout, stderr } = await setupBy(WRITES_PACKAGE);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `danfo is installed in ${extras}/danfo.\n`,
    });
    expect(stderr).toMatch(/^Installing the extra: done, 135 packages in \d+ s$/m);
    expect(calls()).toEqual([expect.stringMatching(/^ci .*--ignore-scripts/)]);
    expect(loadDanfo(extras)).toEqual({ DataFrame: 1 });
    expect(existsSync(path.join(extras, 'danfo/node_modules/danfojs-node/a.js.map'))).toBe(false);
  });

  it('does nothing when it is installed, and repairs an installation that lacks a package', async () => {
    await setupBy(WRITES_PACKAGE);
    expect((await setupBy(WRITES_PACKAGE)).stdout).toBe(
      `danfo is already installed in ${extras}/danfo.\n`,
    );
    expect(calls()).toHaveLength(1);
    await rm(path.join(extras, 'danfo/node_modules/danfojs-node'), { recursive: true });
    expect((await setupBy(WRITES_PACKAGE)).stdout).toBe(`danfo is installed in ${extras}/danfo.\n`);
    expect(calls()).toHaveLength(2);
  });

  it('installs into a given folder, and names the variable by which runs find it', async () => {
    const other = path.join(folder, 'other');
    const { stdout } = await setupBy(WRITES_PACKAGE, ['--folder', 'other']);
    expect(stdout).toBe(
      `danfo is installed in ${other}/danfo.\nA service with another data folder needs SERVICE_EXTRAS_DIR=${other}.\n`,
    );
    expect(loadDanfo(other)).toEqual({ DataFrame: 1 });
  });

  it('prints the output of npm when it fails, and leaves nothing that looks installed', async () => {
    const { code, stderr } = await setupBy(
      `${WRITES_PACKAGE} console.error('npm error code EINTEGRITY'); process.exit(1);`,
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^Installing danfo failed\. npm failed \(1\):\nnpm error code EINTEGRITY$/m,
    );
    expect(stderr).not.toMatch(/^ {4}at /m);
    expect(readdirSync(path.join(extras, 'danfo')).toSorted()).toEqual([
      '.npmrc',
      'package-lock.json',
      'package.json',
    ]);
  });

  it('says that the registry is out of reach, and what to check', async () => {
    const { code, stderr } = await commandLine(['setup', 'danfo', '--folder', extras], {
      env: {
        npm_config_registry: 'http://127.0.0.1:9',
        npm_config_cache: path.join(folder, 'cache'),
        npm_config_fetch_retries: '0',
      },
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^Installing danfo failed: npm cannot reach its registry \(ECONNREFUSED\)\. Check the network and npm's settings/m,
    );
  });

  it('exits with 2 for an unknown extra and for a folder that cannot be written', async () => {
    expect(await commandLine(['setup', 'nope'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Allowed choices are azure, danfo,') as string,
    });
    expect(await commandLine(['setup', 'danfo', '--folder', '/proc/nope'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^--folder: \/proc\/nope\/danfo cannot be written to/,
      ) as string,
    });
  });

  (isReachable ? it : it.skip)(
    'installs a library from the registry whose frames work',
    async () => {
      const env = Object.fromEntries(
        Object.entries(process.env).filter(([name]) =>
          /^(HOME|npm_config_.*|.*_proxy|NODE_EXTRA_CA_CERTS)$/i.test(name),
        ),
      ) as Record<string, string>;
      const { code } = await commandLine(['setup', 'danfo', '--folder', extras], { env });
      expect(code).toBe(0);
      const script = `
        const { loadDanfo } = await import(${JSON.stringify(path.resolve('runner/extras/danfo.ts'))});
        const { DataFrame } = loadDanfo(${JSON.stringify(extras)});
        console.log(JSON.stringify(new DataFrame({ a: [1, 2] }).column('a').mean()));`;
      expect(
        execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
          encoding: 'utf8',
        }),
      ).toBe('1.5\n');
    },
    300_000,
  );
});

describe('npm', () => {
  it('is the one that runs the command, else the first on the PATH', () => {
    expect(findNpm({ npm_execpath: '/npm-cli.js', PATH: '' })).toBe('/npm-cli.js');
    expect(findNpm({ PATH: process.env.PATH })).toMatch(/npm-cli\.js$/);
    expect(() => findNpm({ PATH: folder })).toThrow('npm is not on the PATH.');
  });
});
