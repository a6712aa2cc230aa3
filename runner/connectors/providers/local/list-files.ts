import { lstat, opendir } from 'node:fs/promises';
import { errorCode } from '../../../domain/error-code.ts';
import { isUnfinished } from '../../storage/object-path.ts';
import type { ListedObject, ObjectListing } from '../../storage/storage-driver.ts';
import { openFolder, type HeldFolder } from './held-folder.ts';
import { versionOfFile } from './version-of-file.ts';

const PAGE_FILES = 1_000;

/** The files below a folder whose relative paths begin with a text, in pages. Links are skipped. */
export async function* listFiles(
  root: string,
  { prefix, hasVersions }: ObjectListing,
): AsyncGenerator<readonly ListedObject[]> {
  const folders = [''];
  for (let inner = folders.pop(); inner !== undefined; inner = folders.pop()) {
    await using folder = await openFolder(root, inner);
    if (folder === null) continue;
    const toPage = async (names: readonly string[]): Promise<readonly ListedObject[]> =>
      hasVersions
        ? await withVersions(folder, inner, names)
        : names.map((name) => ({ path: inner + name, version: null }));
    let page: string[] = [];
    const options = { bufferSize: PAGE_FILES };
    for await (const entry of await opendir(folder.pathOf('.'), options)) {
      const name = inner + entry.name;
      if (entry.isDirectory() && mayContain(`${name}/`, prefix)) folders.push(`${name}/`);
      if (!entry.isFile() || !name.startsWith(prefix) || isUnfinished(entry.name)) continue;
      page.push(entry.name);
      if (page.length < PAGE_FILES) continue;
      yield await toPage(page);
      page = [];
    }
    yield await toPage(page);
  }
}

async function withVersions(
  folder: HeldFolder,
  inner: string,
  names: readonly string[],
): Promise<readonly ListedObject[]> {
  const found = await Promise.all(names.map((name) => findVersion(folder.pathOf(name))));
  return names.flatMap((name, place) => {
    const version = found[place] ?? null;
    return version === null ? [] : [{ path: inner + name, version }];
  });
}

/** Null: the file was removed or became a link after its folder was read. */
async function findVersion(file: string): Promise<string | null> {
  try {
    const stats = await lstat(file, { bigint: true });
    return stats.isFile() ? versionOfFile(stats) : null;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function mayContain(folder: string, prefix: string): boolean {
  return folder.startsWith(prefix) || prefix.startsWith(folder);
}
