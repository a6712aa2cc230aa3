import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const INSTALL = path.join(import.meta.dirname, 'install.mjs');
let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'millrace-install-'));
  write('package.json', '{ "name": "clone" }');
  write('package-lock.json', '{ "packages": { "": {} } }');
  write('.npmrc', '');
  write('node_modules/used/package.json', '{}');
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(name: string, text: string): void {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function has(name: string): boolean {
  return existsSync(path.join(root, name));
}

/** Installs everything with a fake npm that runs the script first. */
function installBy(script: string): number | null {
  const npm = path.join(root, 'npm.cjs');
  writeFileSync(
    npm,
    `const fs = require('node:fs');
    const root = ${JSON.stringify(root)};
    ${script}
    fs.rmSync('node_modules', { recursive: true, force: true });
    fs.mkdirSync('node_modules/fresh', { recursive: true });
    fs.writeFileSync('node_modules/fresh/package.json', '{}');
    const listed = { packages: { 'node_modules/fresh': {} } };
    fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify(listed));`,
  );
  const tools = JSON.stringify({ npm, needsNode: false });
  const program = `
    const { install } = await import(${JSON.stringify(INSTALL)});
    await install(${JSON.stringify(root)}, 'develop', ${tools});`;
  // Without CI nothing is kept for the next clone.
  const env = { ...process.env, CI: '' };
  return spawnSync(process.execPath, ['--input-type=module', '--eval', program], { env }).status;
}

describe('an installation for development', () => {
  it('keeps the packages of a running service in place until it is complete', () => {
    const status = installBy(
      `fs.rmSync('node_modules', { recursive: true, force: true });
       fs.writeFileSync(root + '/left', String(fs.existsSync(root + '/node_modules/used')));`,
    );
    expect(status).toBe(0);
    expect(readFileSync(path.join(root, 'left'), 'utf8')).toBe('true');
    expect(has('node_modules/fresh/package.json')).toBe(true);
    expect(has('node_modules/used')).toBe(false);
  });

  it('keeps the packages when it fails', () => {
    const status = installBy(
      `fs.rmSync('node_modules', { recursive: true, force: true }); process.exit(1);`,
    );
    expect(status).not.toBe(0);
    expect(has('node_modules/used/package.json')).toBe(true);
  });

  it('keeps the staging folder of a concurrent installation', () => {
    const other = `.millrace-install-${process.pid}`;
    write(`${other}/node/package.json`, '{}');
    expect(installBy('')).toBe(0);
    expect(has(`${other}/node/package.json`)).toBe(true);
  });

  it('removes the staging folder of a killed installation', () => {
    const ended = spawnSync(process.execPath, ['--eval', '']).pid;
    write(`.millrace-install-${ended}/node/package.json`, '{}');
    expect(installBy('')).toBe(0);
    expect(has(`.millrace-install-${ended}`)).toBe(false);
  });
});
