import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { requireReadableFile, requireWritableFolder, UsageError } from './paths.ts';

const scratch = mkdtempSync(path.join(os.tmpdir(), 'millrace-paths-'));
const file = path.join(scratch, 'file');
writeFileSync(file, '');

/** What is said to a user who may not write to the folders of root; null: the file can be written. */
function refusals(...files: readonly string[]): unknown {
  const script = `
    const { requireWritableFile } = await import(${JSON.stringify(path.join(import.meta.dirname, 'paths.ts'))});
    if (process.getuid() === 0) process.setuid(65534);
    const refusal = (file) => {
      try {
        requireWritableFile('--out', file);
        return null;
      } catch (error) {
        return error.name + ': ' + error.message;
      }
    };
    console.log(JSON.stringify(${JSON.stringify(files)}.map(refusal)));`;
  const words = ['--input-type=module', '--eval', script];
  return JSON.parse(spawnSync(process.execPath, words, { encoding: 'utf8' }).stdout);
}

afterAll(() => {
  rmSync(scratch, { recursive: true });
});

describe('a path that an option names', () => {
  it('is rejected in one sentence when it has no readable file', () => {
    expect(() => {
      requireReadableFile('--input in', '/nope.csv');
    }).toThrow('--input in: /nope.csv cannot be read: there is no /nope.csv.');
    expect(() => {
      requireReadableFile('--input in', scratch);
    }).toThrow(/is no file\.$/);
    requireReadableFile('--input in', file);
  });

  it('is created as a folder with its parents, and rejected where that fails', () => {
    const folder = path.join(scratch, 'a', 'b');
    requireWritableFolder('--out', folder);
    expect(existsSync(folder)).toBe(true);
    for (const wrong of ['/proc/nope', '/proc/nope/deeper', file, path.join(file, 'below')]) {
      expect(() => {
        requireWritableFolder('--out', wrong);
      }).toThrow(UsageError);
    }
  });

  it('may be a device in a read-only folder, but not a new file there', () => {
    expect(refusals('/dev/null', '/dev/nope.csv', '/dev')).toEqual([
      null,
      'UsageError: --out: /dev cannot be written to: permission denied.',
      'UsageError: --out: /dev is a folder.',
    ]);
  });
});
