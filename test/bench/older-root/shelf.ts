import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isAlive } from '../../support/make-once.ts';

/** Folders by key that several processes use, of which only some are kept. */
export class Shelf {
  readonly #folder: string;
  readonly #maxKept: number;

  /** @param maxKept how many folders stay that no process uses, or that this one does */
  constructor(folder: string, maxKept: number) {
    this.#folder = folder;
    this.#maxKept = maxKept;
  }

  /** Makes the folder of a key unless it exists, and keeps it while this process uses it. */
  async open(key: string): Promise<string> {
    const folder = path.join(this.#folder, key);
    await mkdir(path.join(folder, 'users'), { recursive: true });
    await writeFile(userFile(folder), '');
    const now = new Date();
    await utimes(folder, now, now);
    return folder;
  }

  /** This process uses it no longer. */
  async close(key: string): Promise<void> {
    await rm(userFile(path.join(this.#folder, key)), { force: true });
  }

  /**
   * Removes the folders that were opened least recently, except those in use.
   * @returns whether it removed any
   */
  async shrink(): Promise<boolean> {
    const folders = (await readdir(this.#folder)).map((name) => path.join(this.#folder, name));
    const opened = await Promise.all(
      folders.map(async (folder) => ({ folder, at: (await stat(folder)).mtimeMs })),
    );
    const oldest = opened.toSorted((a, b) => b.at - a.at).slice(this.#maxKept);
    let hasRemoved = false;
    for (const { folder } of oldest) {
      if (await isUsed(folder)) continue;
      await rm(folder, { recursive: true, force: true });
      hasRemoved = true;
    }
    return hasRemoved;
  }
}

function userFile(folder: string): string {
  return path.join(folder, 'users', String(process.pid));
}

async function isUsed(folder: string): Promise<boolean> {
  const users = await readdir(path.join(folder, 'users')).catch(() => []);
  return users.some((pid) => isAlive(Number(pid)));
}
