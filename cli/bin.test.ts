import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A clone of which there is nothing but what `npx millrace` itself uses. */
function clone(folder: string): string {
  for (const part of ['cli', 'scripts', 'node_modules/.bin']) {
    mkdirSync(path.join(folder, part), { recursive: true });
  }
  const bin = path.join(folder, 'cli', 'bin.mjs');
  copyFileSync(path.join(import.meta.dirname, 'bin.mjs'), bin);
  writeFileSync(path.join(folder, 'scripts', 'bootstrap.mjs'), '');
  symlinkSync(process.execPath, path.join(folder, 'node_modules', '.bin', 'node'));
  const main = 'console.log(JSON.stringify(process.argv.slice(2)));';
  writeFileSync(path.join(folder, 'cli', 'millrace.mjs'), main);
  return bin;
}

describe('npx millrace', () => {
  it('hands over in a folder of any name, with the words of its caller', () => {
    const scratch = mkdtempSync(path.join(os.tmpdir(), 'millrace-bin-'));
    try {
      const bin = clone(path.join(scratch, 'Mühle 100% (neu)#1'));
      const words = ['run', 'a flow.json'];
      const done = spawnSync(process.execPath, [bin, ...words], { encoding: 'utf8' });
      expect(done).toMatchObject({ status: 0, stdout: `${JSON.stringify(words)}\n`, stderr: '' });
    } finally {
      rmSync(scratch, { recursive: true });
    }
  });
});
