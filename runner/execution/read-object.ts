import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { isObjectPattern } from '../connectors/storage/object-pattern.ts';
import type { ListedObject } from '../connectors/storage/storage-driver.ts';
import { partitionColumns, type PartitionColumn } from '../connectors/storage/partition-values.ts';
import type { ColumnSchema } from '../domain/column.ts';
import { alignPlan } from '../compilers/polars/union.ts';
import { polarsType } from '../engines/polars/column-types.ts';
import polars from '../engines/polars/pinned/library.ts';
import { writeCanonicalParquet } from '../formats/canonical-parquet.ts';
import { PARQUET_SCAN_OPTIONS } from '../formats/parquet-scan-options.ts';
import { unionSchema } from '../plan/builders/union-schema.ts';
import type { DiscoveredObject } from '../plan/operators/storage.ts';
import type { ColumnarFile, EngineAdapter } from './engines/engine-adapter.ts';
import type { NodeFrame } from './evaluate-output.ts';
import { findMatchingObjects, versionOfObjects } from './matching-objects.ts';
import { OneAtATime } from './one-at-a-time.ts';
import { readAhead } from './read-ahead.ts';
import { readObjectFile, type ObjectFile } from './object-file.ts';
import type { DatabaseContext } from './read-database.ts';

type ReadContext = DatabaseContext & { readonly scratch: string };

/** Reads the objects of a path into a file, and gives the frame of it. @throws UserError */
export async function readObject<F>(
  engine: EngineAdapter<F>,
  object: DiscoveredObject,
  context: ReadContext,
): Promise<NodeFrame<F>> {
  const { connectionId, path: requested } = object;
  const matched = isObjectPattern(requested)
    ? await findMatchingObjects(context.connections, connectionId, requested)
    : null;
  const objects = matched ?? [{ path: requested, version: null }];
  const paths = objects.map((one) => one.path);
  const { files, warnings } = await readFiles(object, objects, context);
  const file = await oneFile(object, { files, paths }, context.scratch);
  const { columns } = file;
  const frame = await engine.readFile(file);
  const name = randomUUID();
  // Of a pattern the version is that of the list: what is added or replaced while it is read has changed later.
  const version = matched === null ? files[0]?.version : versionOfObjects(matched);
  const read = version === undefined ? {} : { object: { path: object.path, version } };
  return { frame, relation: { op: 'source', name, columns }, report: { warnings, ...read } };
}

/** Small objects are mostly waited for. The copies of so many are on the disk and in memory at once. */
const MAX_AHEAD = 8;

/** Reads several objects at the same time; for a preview one after the other, until there are its rows. */
async function readFiles(
  object: DiscoveredObject,
  objects: readonly ListedObject[],
  { connections, maxSourceRows, scratch }: ReadContext,
): Promise<{ readonly files: readonly ObjectFile[]; readonly warnings: readonly string[] }> {
  const files: ObjectFile[] = [];
  const warnings = new Set<string>();
  const written: string[] = [];
  const large = new OneAtATime();
  let rows = 0;
  const work = async (one: ListedObject, signal: AbortSignal): Promise<ObjectFile> => {
    const maxRows = maxSourceRows === null ? null : maxSourceRows - rows;
    const reads = { connections, scratch, maxRows, signal, large };
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

/** Concatenates the rows by column name, with the columns that the folders name. */
async function oneFile(
  { hasPartitions }: DiscoveredObject,
  { files, paths }: { readonly files: readonly ObjectFile[]; readonly paths: readonly string[] },
  scratch: string,
): Promise<ColumnarFile> {
  const partitions = hasPartitions ? partitionColumns(paths) : [];
  const [first] = files;
  if (first !== undefined && files.length === 1 && partitions.length === 0) return first;
  const added = partitions.map(({ name, type }) => ({ name, type }));
  const isAdded = ({ name }: ColumnSchema): boolean => added.some((one) => one.name === name);
  const schemaOf = (one: ObjectFile): readonly ColumnSchema[] => [
    ...one.columns.filter((column) => !isAdded(column)),
    ...added,
  ];
  const own = unionSchema(files.map((one) => one.columns)).filter((column) => !isAdded(column));
  const columns = [...own, ...added];
  const plans = files.map((one, place) => {
    const cells = partitions.map((partition) => partitionCells(partition, place));
    const lazy = polars.scanParquet(one.path, PARQUET_SCAN_OPTIONS).withColumns(...cells);
    return alignPlan(polars, { lazy, columns: schemaOf(one) }, columns);
  });
  const target = path.join(scratch, `${randomUUID()}.parquet`);
  await writeCanonicalParquet(polars.concat(plans, { how: 'vertical' }), target);
  await Promise.all(files.map((file) => rm(file.path)));
  const rowCount = files.reduce((sum, file) => sum + file.rowCount, 0);
  return { path: target, columns, rowCount };
}

/** The value of a partition in each row of an object. */
function partitionCells(
  { name, type, values }: PartitionColumn,
  place: number,
): ReturnType<typeof polars.lit> {
  return polars
    .lit(values[place] ?? null)
    .cast(polars.String)
    .cast(polarsType(polars, type))
    .alias(name);
}
