import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '../../runner/domain/error-code.ts';

/** Services may still run bundles before the newest one. They are 9 MB each. */
const MAX_KEPT = 10;
const BUNDLE = /^[0-9a-f]{16}$/;
/** A build that was killed, by the number of its process. */
const UNFINISHED = /^[0-9a-f]{16}\.(\d+)$/;

/**
 * Removes the oldest bundles and the rests of killed builds. What cannot be removed stays: the newest bundle is no
 * worse for it.
 */
export function removeOldBundles(folder: string): void {
  const names = readdirSync(folder);
  const newestFirst = names
    .filter((name) => BUNDLE.test(name))
    .map((name) => ({ name, time: timeOf(path.join(folder, name)) }))
    .toSorted((a, b) => b.time - a.time);
  const killed = names.filter((name) => {
    const pid = UNFINISHED.exec(name)?.[1];
    return pid !== undefined && !isAlive(Number(pid));
  });
  for (const name of [...newestFirst.slice(MAX_KEPT).map((each) => each.name), ...killed]) {
    try {
      rmSync(path.join(folder, name), { recursive: true, force: true });
    } catch {
      // Another build removes it too.
    }
  }
}

/** @returns 0 for one that another build has removed */
function timeOf(bundle: string): number {
  return statSync(bundle, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
