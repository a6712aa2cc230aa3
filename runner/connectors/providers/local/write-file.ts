import { randomUUID } from 'node:crypto';
import { constants, copyFile, link, lstat, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../../domain/error-code.ts';
import { UserError } from '../../../domain/errors.ts';
import type { PendingWrite } from '../../pending-write.ts';
import { isUnfinished, unfinishedName } from '../../storage/object-path.ts';
import type { ObjectWrite } from '../../storage/storage-driver.ts';
import { existsAlready } from '../../storage/exists-already.ts';
import { makeFolder, type HeldFolder } from './held-folder.ts';

/** An unfinished file of this age is an orphan of a killed process. */
const ORPHAN_AGE_MS = 24 * 60 * 60 * 1000;

/** Copies a file beside its target under a name that no list has. The commit gives it its name. */
export async function writeFile(root: string, write: ObjectWrite): Promise<PendingWrite> {
  const folder = await makeFolder(root, path.dirname(write.path));
  const name = path.basename(write.path);
  const temporary = folder.pathOf(unfinishedName(randomUUID()));
  const discard = async (): Promise<void> => {
    await rm(temporary, { force: true });
    await folder[Symbol.asyncDispose]();
  };
  try {
    await checkTarget(folder.pathOf(name), write);
    await removeOrphans(folder);
    await copyFile(write.file, temporary, constants.COPYFILE_EXCL);
    await syncFile(temporary);
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    async commit() {
      try {
        await publish(temporary, folder.pathOf(name), write);
        await folder.sync();
      } finally {
        await discard();
      }
    },
    rollback: discard,
  };
}

async function checkTarget(target: string, write: ObjectWrite): Promise<void> {
  const found = await lstat(target).catch(() => null);
  if (found?.isDirectory() === true) {
    throw new UserError(`the path ${JSON.stringify(write.path)} is that of a folder`);
  }
  if (found !== null && write.mode === 'error') throw existsAlready(write.path);
}

/** @throws UserError when the file appeared meanwhile and must not be replaced */
async function publish(temporary: string, target: string, write: ObjectWrite): Promise<void> {
  if (write.mode === 'overwrite') {
    await rename(temporary, target);
    return;
  }
  try {
    await link(temporary, target);
  } catch (error) {
    throw errorCode(error) === 'EEXIST' ? existsAlready(write.path) : error;
  }
}

async function syncFile(file: string): Promise<void> {
  await using handle = await open(file, 'r');
  await handle.sync();
}

async function removeOrphans(folder: HeldFolder): Promise<void> {
  const oldest = Date.now() - ORPHAN_AGE_MS;
  for (const name of (await readdir(folder.pathOf('.'))).filter(isUnfinished)) {
    const file = folder.pathOf(name);
    const stats = await lstat(file).catch(() => null);
    // A file that cannot be removed, such as that of another user, only occupies space.
    if (stats !== null && stats.mtimeMs < oldest) await rm(file).catch(() => undefined);
  }
}
