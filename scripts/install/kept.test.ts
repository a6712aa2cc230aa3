import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { keep, keptFolder, takeKept } from './kept.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'millrace-kept-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const inCi = (digest: string): string | null =>
  keptFolder(digest, { CI: 'true', XDG_CACHE_HOME: path.join(folder, 'cache') });

function installed(name: string, text: string): string {
  const modules = path.join(folder, name);
  mkdirSync(path.join(modules, '.bin'), { recursive: true });
  mkdirSync(path.join(modules, 'used'));
  writeFileSync(path.join(modules, 'used', 'index.js'), text);
  symlinkSync('../used/index.js', path.join(modules, '.bin', 'used'));
  return modules;
}

describe('packages that CI keeps for the next clone', () => {
  it('are there for another clone after the first one is gone', () => {
    const kept = inCi('abc');
    const first = installed('first', 'one');
    expect(takeKept(kept, path.join(folder, 'second'))).toBe(false);
    keep(first, kept);
    rmSync(first, { recursive: true });
    const second = path.join(folder, 'second');
    expect(takeKept(kept, second)).toBe(true);
    expect(readFileSync(path.join(second, '.bin', 'used'), 'utf8')).toBe('one');
    expect(readlinkSync(path.join(second, '.bin', 'used'))).toBe('../used/index.js');
  });

  it('are those of the same lock file', () => {
    keep(installed('first', 'one'), inCi('abc'));
    expect(takeKept(inCi('abd'), path.join(folder, 'second'))).toBe(false);
  });

  it('are kept for two lock files, the newest ones', () => {
    for (const [age, digest] of ['a', 'b', 'c'].entries()) {
      const kept = inCi(digest);
      keep(installed(digest, digest), kept);
      utimesSync(kept ?? '', age, age);
    }
    keep(installed('d', 'd'), inCi('d'));
    expect(readdirSync(path.dirname(inCi('d') ?? ''))).toHaveLength(2);
    expect(existsSync(inCi('d') ?? '')).toBe(true);
    expect(existsSync(inCi('c') ?? '')).toBe(true);
  });

  it('are not kept for developers, who may edit a package in place', () => {
    expect(keptFolder('abc', {})).toBeNull();
    keep(installed('first', 'one'), null);
    expect(takeKept(null, path.join(folder, 'second'))).toBe(false);
  });
});
