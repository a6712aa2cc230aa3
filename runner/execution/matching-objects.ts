import { createHash } from 'node:crypto';
import { patternPrefix, patternRegex } from '../connectors/storage/object-pattern.ts';
import type { ObjectStorage } from '../connectors/storage/object-storage.ts';
import type { ListedObject } from '../connectors/storage/storage-driver.ts';
import { UserError } from '../domain/errors.ts';
import polars from '../engines/polars/pinned/library.ts';
import { columnValues } from '../formats/sample-rows.ts';

/** A pattern that more objects match is refused: each is read by itself. */
const MAX_OBJECTS = 10_000;

/**
 * The objects that match a pattern, by code point. An object whose name is the pattern itself is the only one.
 * @throws UserError when none matches, and when too many do
 */
export async function findMatchingObjects(
  storage: Pick<ObjectStorage, 'list'>,
  pattern: string,
): Promise<readonly ListedObject[]> {
  const listed = await storage.list({ prefix: patternPrefix(pattern), hasVersions: true });
  const itself = listed.find((one) => one.path === pattern);
  if (itself !== undefined) return [itself];
  const paths = listed.map((one) => one.path);
  const all = polars.DataFrame([polars.Series('path', paths, polars.String)]);
  const isMatch = polars.col('path').str.contains(patternRegex(pattern));
  const names = new Set(columnValues(all.filter(isMatch).getColumn('path')).map(String));
  const shown = JSON.stringify(pattern);
  if (names.size === 0) throw new UserError(`No file or object matches ${shown}.`);
  if (names.size <= MAX_OBJECTS) return listed.filter((one) => names.has(one.path));
  throw new UserError(
    `${names.size} files or objects match ${shown}, and at most ${MAX_OBJECTS} can be read. Use a longer pattern.`,
  );
}

/** A text that differs when an object was added, removed or replaced: a digest of paths and versions. */
export function versionOfObjects(objects: readonly ListedObject[]): string {
  const hash = createHash('sha256');
  for (const { path, version } of objects) hash.update(`${JSON.stringify([path, version])}\n`);
  return hash.digest('hex');
}
