import { opendir } from 'node:fs/promises';
import { isUnfinished } from '../../storage/object-path.ts';
import { openFolder } from './held-folder.ts';

const PAGE_FILES = 1_000;

/** The relative paths of the files below a folder that begin with a text, in pages. Links are skipped. */
export async function* listFiles(root: string, prefix: string): AsyncGenerator<readonly string[]> {
  const folders = [''];
  for (let inner = folders.pop(); inner !== undefined; inner = folders.pop()) {
    await using folder = await openFolder(root, inner);
    if (folder === null) continue;
    let page: string[] = [];
    const options = { bufferSize: PAGE_FILES };
    for await (const entry of await opendir(folder.pathOf('.'), options)) {
      const name = inner + entry.name;
      if (entry.isDirectory() && mayContain(`${name}/`, prefix)) folders.push(`${name}/`);
      if (!entry.isFile() || !name.startsWith(prefix) || isUnfinished(entry.name)) continue;
      page.push(name);
      if (page.length < PAGE_FILES) continue;
      yield page;
      page = [];
    }
    yield page;
  }
}

function mayContain(folder: string, prefix: string): boolean {
  return folder.startsWith(prefix) || prefix.startsWith(folder);
}
