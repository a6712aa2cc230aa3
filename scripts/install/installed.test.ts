import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { digestOf, isInstalled, writeStamp } from './installed.mjs';

let root: string;
const host = { needsNode: false };

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'millrace-installed-'));
  writeFileSync(path.join(root, 'package-lock.json'), '{}');
  writeFileSync(path.join(root, '.npmrc'), '');
  for (const name of ['a', '@s/b']) {
    mkdirSync(path.join(root, 'node_modules', name), { recursive: true });
    writeFileSync(path.join(root, 'node_modules', name, 'package.json'), '{}');
  }
  const packages = { 'node_modules/a': {}, 'node_modules/@s/b': {} };
  writeFileSync(path.join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages }));
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

function stamp(kind: 'runtime' | 'develop'): void {
  writeStamp(path.join(root, 'node_modules'), kind, digestOf(root));
}

describe('an installation', () => {
  it('is complete when its stamp matches the lock file and every package exists', () => {
    expect(isInstalled(root, 'runtime', host)).toBe(false);
    stamp('runtime');
    expect(isInstalled(root, 'runtime', host)).toBe(true);
    writeFileSync(path.join(root, 'package-lock.json'), '{"changed": true}');
    expect(isInstalled(root, 'runtime', host)).toBe(false);
  });

  it('is incomplete when a package or the list of packages is missing', () => {
    stamp('develop');
    rmSync(path.join(root, 'node_modules/@s/b'), { recursive: true });
    expect(isInstalled(root, 'develop', host)).toBe(false);
    rmSync(path.join(root, 'node_modules/.package-lock.json'));
    expect(isInstalled(root, 'develop', host)).toBe(false);
  });

  it('for development suffices for running, and one for running does not suffice for development', () => {
    stamp('runtime');
    expect(isInstalled(root, 'develop', host)).toBe(false);
    stamp('develop');
    expect(isInstalled(root, 'develop', host)).toBe(true);
    expect(isInstalled(root, 'runtime', host)).toBe(true);
  });

  it('is incomplete without Node when the host has an older Node than at the installation', () => {
    stamp('runtime');
    expect(isInstalled(root, 'runtime', { needsNode: true })).toBe(false);
    mkdirSync(path.join(root, 'node_modules/.bin'));
    writeFileSync(path.join(root, 'node_modules/.bin/node'), '');
    expect(isInstalled(root, 'runtime', { needsNode: true })).toBe(true);
  });
});
