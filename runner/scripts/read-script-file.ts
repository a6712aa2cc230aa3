import { lstat, readFile } from 'node:fs/promises';

/**
 * Reads a text file that a script may have written: of any size, or as a pipe or link.
 * @returns null when it is larger than the bound or no regular file
 */
export async function readScriptFile(file: string, maxBytes: number): Promise<string | null> {
  const facts = await lstat(file);
  return facts.isFile() && facts.size <= maxBytes ? await readFile(file, 'utf8') : null;
}
