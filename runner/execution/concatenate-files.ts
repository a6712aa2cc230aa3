import type pl from 'nodejs-polars';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { alignPlan } from '../compilers/polars/union.ts';
import { partitionColumns, type PartitionColumn } from '../connectors/storage/partition-values.ts';
import { withRounded, type ColumnSchema } from '../domain/column.ts';
import { polarsType } from '../engines/polars/column-types.ts';
import polars from '../engines/polars/pinned/library.ts';
import { writeCanonicalParquet } from '../formats/canonical-parquet.ts';
import { PARQUET_SCAN_OPTIONS } from '../formats/parquet-scan-options.ts';
import { unionSchema } from '../plan/builders/union-schema.ts';
import type { DiscoveredObject } from '../plan/operators/storage.ts';
import type { ColumnarFile } from '../engine-adapters/engine-adapter.ts';
import type { ObjectFile } from './object-file.ts';

/**
 * Concatenates the rows of objects by column name, with the columns that their folders name, into one file, and
 * removes those of the objects.
 */
export async function concatenateFiles(
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
  const united = unionSchema(files.map((one) => one.columns)).filter((column) => !isAdded(column));
  const rounded = new Set(
    files.flatMap((one) =>
      one.columns.flatMap((each) => (each.rounded === true ? [each.name] : [])),
    ),
  );
  const own = withRounded(united, ({ name }) => rounded.has(name));
  const columns = [...own, ...added];
  const plans = files.map((one, place) => {
    const cells = partitions.map((partition) => partitionCells(partition, place));
    const lazy = polars.scanParquet(one.path, PARQUET_SCAN_OPTIONS).withColumns(...cells);
    return alignPlan(polars, { lazy, columns: schemaOf(one) }, columns);
  });
  const target = path.join(scratch, `${randomUUID()}.parquet`);
  await writeAll(plans, files, target);
  const rowCount = files.reduce((sum, file) => sum + file.rowCount, 0);
  return { path: target, columns, rowCount };
}

/** Warns of the columns of objects in whose place are those of their folders. */
export function replacedColumnsWarnings(
  { hasPartitions }: DiscoveredObject,
  { files, paths }: { readonly files: readonly ObjectFile[]; readonly paths: readonly string[] },
): readonly string[] {
  if (!hasPartitions) return [];
  return partitionColumns(paths)
    .map(({ name }) => ({ name, owners: ownersOf(name, files, paths) }))
    .filter(({ owners }) => owners.length > 0)
    .map(({ name, owners: [first = '', ...others] }) => {
      const rest = others.length === 0 ? '' : ` and ${others.length} more`;
      return `Column "${name}" of ${first}${rest} is not read: the folders "${name}=" have its place. Switch hive_partitioning off, or rename the folders, to read it.`;
    });
}

function ownersOf(
  name: string,
  files: readonly ObjectFile[],
  paths: readonly string[],
): readonly string[] {
  return paths.filter((_path, place) =>
    files[place]?.columns.some((column) => column.name === name),
  );
}

/** The time of a concatenation grows with the square of its parts: 3,000 take a minute. */
const MAX_PARTS = 100;

/** Writes the rows of all plans into a file, and removes the files that the plans read. */
async function writeAll(
  plans: readonly pl.LazyDataFrame[],
  files: readonly ObjectFile[],
  target: string,
): Promise<void> {
  let parts = plans.map((plan, place) => ({ plan, path: files[place]?.path ?? '' }));
  while (parts.length > MAX_PARTS) {
    const merged: typeof parts = [];
    for (let from = 0; from < parts.length; from += MAX_PARTS) {
      const path = `${target}.${parts.length}.${from}`;
      await writeGroup(parts.slice(from, from + MAX_PARTS), path);
      merged.push({ plan: polars.scanParquet(path, PARQUET_SCAN_OPTIONS), path });
    }
    parts = merged;
  }
  await writeGroup(parts, target);
}

async function writeGroup(
  group: readonly { readonly plan: pl.LazyDataFrame; readonly path: string }[],
  target: string,
): Promise<void> {
  const plans = group.map(({ plan }) => plan);
  await writeCanonicalParquet(polars.concat(plans, { how: 'vertical' }), target);
  await Promise.all(group.map(({ path }) => rm(path)));
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
