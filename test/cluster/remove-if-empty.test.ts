import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { removeIfEmpty } from './remove-if-empty.ts';

let scratch: string;

beforeEach(() => {
  scratch = mkdtempSync(path.join(os.tmpdir(), 'millrace-leftovers-'));
});

afterEach(() => {
  rmSync(scratch, { recursive: true, force: true });
});

describe('removeIfEmpty', () => {
  it('removes an empty folder, and ignores a missing one', () => {
    const folder = path.join(scratch, 'netns');
    mkdirSync(folder);
    removeIfEmpty(folder);
    expect(existsSync(folder)).toBe(false);
    removeIfEmpty(folder);
  });

  it('keeps a folder with an entry', () => {
    const folder = path.join(scratch, 'netns');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'other'), '');
    removeIfEmpty(folder);
    expect(existsSync(path.join(folder, 'other'))).toBe(true);
  });
});
