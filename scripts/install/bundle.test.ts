import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bundleFolder, bundlesFolder, freshBundle } from './fresh-bundle.mjs';

const BUNDLE = path.join(import.meta.dirname, 'bundle.mjs');
const FOLDERS = ['api', 'cli', 'kubernetes', 'operator', 'prisma', 'runner'];
const DAY_MS = 24 * 60 * 60_000;
let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'millrace-bundle-'));
  for (const folder of FOLDERS) mkdirSync(path.join(root, folder));
  const manifest = { name: 'clone', devDependencies: { rolldown: '1.0.0' } };
  write('package.json', JSON.stringify(manifest));
  const packages = { '': manifest, 'node_modules/rolldown': { version: '1.0.0', dev: true } };
  write('package-lock.json', JSON.stringify({ packages }));
  write('.npmrc', '');
  mkdirSync(path.join(root, 'scripts', 'bundle'), { recursive: true });
  // The builder of this clone: it only says where its tools were.
  write(
    'scripts/bundle/main.ts',
    `import fs from 'node:fs';
    import { bundleFolder } from ${JSON.stringify(path.resolve(import.meta.dirname, './fresh-bundle.mjs'))};
    const tools = process.argv[3] + '/node_modules/rolldown';
    if (!fs.existsSync(tools)) throw new Error('no bundler');
    fs.mkdirSync(bundleFolder(${JSON.stringify(root)}), { recursive: true });`,
  );
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(name: string, text: string): void {
  writeFileSync(path.join(root, name), text);
}

/** Builds with a fake npm that runs the script. @returns what a person reads */
function buildBy(script: string): string {
  const npm = path.join(root, 'npm.cjs');
  writeFileSync(
    npm,
    `require('node:fs').appendFileSync(${JSON.stringify(path.join(root, 'calls'))}, 'x'); ${script}`,
  );
  const tools = JSON.stringify({ npm, needsNode: false });
  const program = `
    const { ensureBundle } = await import(${JSON.stringify(BUNDLE)});
    await ensureBundle(${JSON.stringify(root)}, ${tools});`;
  const done = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  expect(done.status).toBe(0);
  return done.stderr;
}

const INSTALLS = `require('node:fs').mkdirSync('node_modules/rolldown', { recursive: true });`;

describe('the bundle of an installation for running', () => {
  it('is built by tools that are removed afterwards', () => {
    expect(buildBy(INSTALLS)).not.toContain('could not');
    expect(freshBundle(root)).toBe(bundleFolder(root));
    expect(readdirSync(root).filter((name) => name.startsWith('.millrace-install'))).toEqual([]);
    expect(existsSync(path.join(root, 'node_modules', 'rolldown'))).toBe(false);
  });

  it('is built once', () => {
    buildBy(INSTALLS);
    expect(buildBy('process.exit(1);')).toBe('');
  });

  it('is done without, with a reason, when its tools cannot be installed', () => {
    expect(buildBy('process.exit(1);')).toMatch(
      /could not be bundled, so Millrace runs from its sources, .* npm failed \(1\)/,
    );
    expect(freshBundle(root)).toBeNull();
  });

  it('is done without, with a reason, when the build fails', () => {
    expect(buildBy('')).toMatch(/could not be bundled.*no bundler/s);
  });

  it('is done without where its folder cannot be written', () => {
    writeFileSync(bundlesFolder(root), '');
    expect(buildBy(INSTALLS)).toMatch(/could not be bundled, so Millrace runs from its sources/);
  });

  it('is tried again a day after a failure, and not at each start', () => {
    buildBy('process.exit(1);');
    expect(buildBy(INSTALLS)).toBe('');
    const failed = path.join(bundlesFolder(root), 'failed');
    utimesSync(failed, new Date(), new Date(Date.now() - DAY_MS));
    buildBy(INSTALLS);
    expect(freshBundle(root)).not.toBeNull();
    expect(existsSync(failed)).toBe(false);
  });
});
