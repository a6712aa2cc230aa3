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

describe('the folder of network namespaces, once a cluster has ended', () => {
  it('goes when it is empty, and may have gone', () => {
    const folder = path.join(scratch, 'netns');
    mkdirSync(folder);
    removeIfEmpty(folder);
    expect(existsSync(folder)).toBe(false);
    removeIfEmpty(folder);
  });

  it('stays while it holds a namespace of somebody else', () => {
    const folder = path.join(scratch, 'netns');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'other'), '');
    removeIfEmpty(folder);
    expect(existsSync(path.join(folder, 'other'))).toBe(true);
  });
});
