import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { isObjectPattern } from '../connectors/storage/object-pattern.ts';
import type { ObjectStorage } from '../connectors/storage/object-storage.ts';
import type { ListedObject } from '../connectors/storage/storage-driver.ts';
import type { DiscoveredObject } from '../plan/operators/storage.ts';
import { concatenateFiles, replacedColumnsWarnings } from './concatenate-files.ts';
import type { EngineAdapter } from '../engine-adapters/engine-adapter.ts';
import type { NodeFrame } from './node-frame.ts';
import { commonOptions } from './common-options.ts';
import { findMatchingObjects, versionOfObjects } from './matching-objects.ts';
import { OneAtATime } from './one-at-a-time.ts';
import { readAhead } from './read-ahead.ts';
import { readObjectFile, type ObjectFile } from './object-file.ts';
import type { DatabaseContext } from './database-context.ts';

type ReadContext = DatabaseContext & { readonly scratch: string };

/** Reads the objects of a path into a file, and gives the frame of it. @throws UserError */
export async function readObject<F>(
  engine: EngineAdapter<F>,
  object: DiscoveredObject,
  context: ReadContext,
): Promise<NodeFrame<F>> {
  const { path: requested } = object;
  const { matched, objects, files, ...found } = await context.connections.storage(
    object.connectionId,
    async (storage) => {
      const matched = isObjectPattern(requested)
        ? await findMatchingObjects(storage, requested)
        : null;
      const objects = matched ?? [{ path: requested, version: null }];
      return { matched, objects, ...(await readFiles(object, objects, { ...context, storage })) };
    },
  );
  const paths = objects.map((one) => one.path);
  const warnings = [...replacedColumnsWarnings(object, { files, paths }), ...found.warnings];
  const file = await concatenateFiles(object, { files, paths }, context.scratch);
  const { columns } = file;
  const frame = await engine.readFile(file);
  const name = randomUUID();
  // Of a pattern the version is that of the list: what is added or replaced while it is read has changed later.
  const version = matched === null ? files[0]?.version : versionOfObjects(matched);
  const options = commonOptions(files);
  const misread = [...new Set(files.flatMap(({ misreadColumns }) => misreadColumns))];
  const facts = { path: object.path, options, misreadColumns: misread };
  const read = version === undefined ? {} : { object: { ...facts, version } };
  return { frame, relation: { op: 'source', name, columns }, report: { warnings, ...read } };
}

/** Small objects are mostly waited for. The copies of so many are on the disk and in memory at once. */
const MAX_AHEAD = 8;

/** Reads several objects at the same time; for a preview one after the other, until there are its rows. */
async function readFiles(
  object: DiscoveredObject,
  objects: readonly ListedObject[],
  { maxSourceRows, scratch, storage }: ReadContext & { readonly storage: ObjectStorage },
): Promise<{ readonly files: readonly ObjectFile[]; readonly warnings: readonly string[] }> {
  const files: ObjectFile[] = [];
  const warnings = new Set<string>();
  const written: string[] = [];
  const large = new OneAtATime();
  let rows = 0;
  const work = async (one: ListedObject, signal: AbortSignal): Promise<ObjectFile> => {
    const maxRows = maxSourceRows === null ? null : maxSourceRows - rows;
    const reads = { storage, scratch, maxRows, signal, large };
    const file = await readObjectFile(object, one, reads);
    written.push(file.path);
    return file;
  };
  const ahead = maxSourceRows === null ? MAX_AHEAD : 1;
  try {
    for await (const file of readAhead({ items: objects, ahead, work })) {
      const path = objects[files.length]?.path ?? '';
      files.push(file);
      rows += file.rowCount;
      for (const warning of file.warnings) {
        warnings.add(objects.length === 1 ? warning : `${path}: ${warning}`);
      }
      if (rows === maxSourceRows) break;
    }
  } catch (error) {
    await Promise.all(written.map((file) => rm(file, { force: true })));
    throw error;
  }
  if (files.length < objects.length) {
    warnings.add(`The preview has rows of the first ${files.length} of ${objects.length} files.`);
  }
  return { files, warnings: [...warnings].slice(0, MAX_WARNINGS) };
}

/** Ten thousand files could each have some. */
const MAX_WARNINGS = 20;
