import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { requireReadableFile, requireWritableFolder, UsageError } from './paths.ts';

const scratch = mkdtempSync(path.join(os.tmpdir(), 'millrace-paths-'));
const file = path.join(scratch, 'file');
writeFileSync(file, '');

afterAll(() => {
  rmSync(scratch, { recursive: true });
});

describe('a path that an option names', () => {
  it('is refused in one sentence when no file can be read there', () => {
    expect(() => {
      requireReadableFile('--input in', '/nope.csv');
    }).toThrow('--input in: /nope.csv cannot be read (ENOENT).');
    expect(() => {
      requireReadableFile('--input in', scratch);
    }).toThrow(/is no file\.$/);
    requireReadableFile('--input in', file);
  });

  it('is made as a folder with those above it, and refused where that cannot be', () => {
    const folder = path.join(scratch, 'a', 'b');
    requireWritableFolder('--out', folder);
    expect(existsSync(folder)).toBe(true);
    for (const wrong of ['/proc/nope', '/proc/nope/deeper', file, path.join(file, 'below')]) {
      expect(() => {
        requireWritableFolder('--out', wrong);
      }).toThrow(UsageError);
    }
  });
});
