import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sweepScratch } from './sweep-scratch.ts';

it('removes the folders of processes that are gone, and nothing else', async () => {
  const gone = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(gone, 'exit');
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-scratch-'));
  const names = [`${gone.pid ?? 0}-abc`, `${process.pid}-abc`, 'other'];
  for (const name of names) {
    await mkdir(path.join(folder, name));
    await writeFile(path.join(folder, name, 'file'), 'x');
  }
  await sweepScratch(folder);
  expect((await readdir(folder)).sort()).toEqual(names.slice(1).sort());
  await rm(folder, { recursive: true });
  await expect(sweepScratch(folder)).resolves.toBeUndefined();
});
