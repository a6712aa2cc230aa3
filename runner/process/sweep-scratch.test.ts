import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeOwnScratch, sweepScratch } from './sweep-scratch.ts';

function unexpected(error: unknown): void {
  throw error;
}

it('sweepScratch removes only the folders of processes that exited', async () => {
  const gone = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(gone, 'exit');
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-scratch-'));
  const names = [`${gone.pid ?? 0}-abc`, `${process.pid}-abc`, 'other'];
  for (const name of names) {
    await mkdir(path.join(folder, name));
    await writeFile(path.join(folder, name, 'file'), 'x');
  }
  await sweepScratch(folder, unexpected);
  expect((await readdir(folder)).sort()).toEqual(names.slice(1).sort());
  await rm(folder, { recursive: true });
  await expect(sweepScratch(folder, unexpected)).resolves.toBeUndefined();
});

it('a process that ends during its job removes its own folder and no other', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-scratch-'));
  const own = `${process.pid}-abc`;
  for (const name of [own, `${process.ppid}-abc`, 'other']) await mkdir(path.join(folder, name));
  await writeFile(path.join(folder, own, 'file'), 'x');
  await removeOwnScratch(folder, unexpected);
  expect((await readdir(folder)).toSorted()).toEqual([`${process.ppid}-abc`, 'other'].toSorted());
  await rm(folder, { recursive: true });
});

const NOBODY = 65_534;

/** Runs work without write permission to a folder; root becomes another user for it. */
async function withoutWriting(folder: string, work: () => Promise<void>): Promise<void> {
  await chmod(folder, 0o555);
  const user = process.geteuid?.();
  if (user === 0) process.seteuid?.(NOBODY);
  try {
    await work();
  } finally {
    if (user === 0) process.seteuid?.(user);
    await chmod(folder, 0o755);
  }
}

it('sweepScratch reports each folder that it cannot remove and continues', async () => {
  const gone = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(gone, 'exit');
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-scratch-'));
  for (const name of ['a', 'b']) await mkdir(path.join(folder, `${gone.pid ?? 0}-${name}`));
  const reported: unknown[] = [];
  await withoutWriting(folder, () => sweepScratch(folder, (error) => reported.push(error)));
  expect(reported).toHaveLength(2);
  await rm(folder, { recursive: true });
});
