import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makeFolder } from './make-folder.ts';

describe('makeFolder', () => {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'millrace-make-folder-'));

  afterAll(() => {
    rmSync(scratch, { recursive: true, force: true });
  });

  it('creates parent folders and accepts an existing folder', () => {
    const folder = path.join(scratch, 'a', 'b');
    makeFolder(folder);
    makeFolder(folder);
    expect(statSync(folder).isDirectory()).toBe(true);
  });

  it('throws instead of hanging where the system allows no folders', () => {
    const nowhere = existsSync('/proc/self') ? '/proc/nope/data' : '/dev/null/data';
    expect(() => {
      makeFolder(nowhere);
    }).toThrow(/E(NOENT|NOTDIR)/);
  });
});
