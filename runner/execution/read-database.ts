import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { StagedRows } from '../connectors/sql/sql-driver.ts';
import { withRounded, type ColumnSchema } from '../domain/column.ts';
import { UserError } from '../domain/errors.ts';
import polars from '../engines/polars/pinned/library.ts';
import { findRoundedCells, type RoundedColumn } from '../formats/rounded-cells.ts';
import { stagedToParquet } from '../formats/staged-rows.ts';
import type { DiscoveredSource } from '../plan/operators/database.ts';
import type { EngineAdapter } from '../engine-adapters/engine-adapter.ts';
import type { DatabaseContext } from './database-context.ts';
import type { NodeFrame } from './node-frame.ts';

interface ReadContext extends DatabaseContext {
  readonly scratch: string;
  /** The columns that the plan expects, which the source has in this order. Absent: as it names them. */
  readonly columns?: readonly ColumnSchema[];
}

/**
 * Reads the rows of a database into a file, and gives the frame of it. The memory that it needs does not depend
 * on the number of rows. @throws UserError
 */
export async function readDatabase<F>(
  engine: EngineAdapter<F>,
  { connectionId, source, warnings: known = [] }: DiscoveredSource,
  { connections, maxSourceRows: maxRows, scratch, columns: planned }: ReadContext,
): Promise<NodeFrame<F>> {
  const name = randomUUID();
  const staged = path.join(scratch, `${name}.csv`);
  const file = path.join(scratch, `${name}.parquet`);
  try {
    const expected = planned === undefined ? {} : { columns: planned };
    const read = { source, maxRows, file: staged, ...expected };
    const rows = await connections.read(connectionId, read);
    const { rowCount } = rows;
    const named = planned === undefined ? rows.columns : namedColumns(rows.columns, planned);
    const rounded = await roundedOf(rows, staged);
    const places = new Set(rounded.map(({ place }) => place));
    const columns = withRounded(
      named,
      (_column, at) => rows.columns[at]?.rounded === true || places.has(at),
    );
    const warnings = [...rows.warnings, ...rounded.map(({ warning }) => warning), ...known];
    if (rows.isColumnar === true) await rename(staged, file);
    else await stagedToParquet(polars, { path: staged, columns, rowCount }, file);
    const frame = await engine.readFile({ path: file, columns, rowCount });
    return { frame, relation: { op: 'source', name, columns }, report: { warnings } };
  } finally {
    await rm(staged, { force: true });
  }
}

async function roundedOf(
  { columns, decimals = [], rowCount }: StagedRows,
  path: string,
): Promise<RoundedColumn[]> {
  if (decimals.length === 0 || rowCount === 0) return [];
  const names = columns.map(({ name }) => name);
  return await findRoundedCells(polars, { path, names, decimals });
}

/** The columns of a result by the names of the plan. @throws UserError when the source has changed */
function namedColumns(
  read: readonly ColumnSchema[],
  planned: readonly ColumnSchema[],
): readonly ColumnSchema[] {
  const isAlike = ({ type }: ColumnSchema, place: number): boolean => read[place]?.type === type;
  if (read.length === planned.length && planned.every(isAlike)) return planned;
  throw new UserError('The columns of the source changed while the run began. Start it again.');
}
