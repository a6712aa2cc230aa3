import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makeFolder } from './make-folder.ts';

describe('making a folder', () => {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'millrace-make-folder-'));

  afterAll(() => {
    rmSync(scratch, { recursive: true, force: true });
  });

  it('makes the folders above it too, and takes one that is there', () => {
    const folder = path.join(scratch, 'a', 'b');
    makeFolder(folder);
    makeFolder(folder);
    expect(statSync(folder).isDirectory()).toBe(true);
  });

  it('fails, instead of never returning, where the system makes no folders', () => {
    const nowhere = existsSync('/proc/self') ? '/proc/nope/data' : '/dev/null/data';
    expect(() => {
      makeFolder(nowhere);
    }).toThrow(/E(NOENT|NOTDIR)/);
  });
});
