import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { JobConnections } from '../connectors/job-connections.ts';
import { UserError } from '../domain/errors.ts';
import { findColumn, UnknownColumnError } from '../domain/nearest-name.ts';
import type { SqlSource } from '../domain/sql-source.ts';
import {
  isOfQuery,
  isSameWatermark,
  type Watermark,
  type WatermarkAdvance,
  type WatermarkKey,
  type WatermarkValue,
} from '../domain/watermark.ts';
import type { IncrementalInput } from '../graph/incremental-inputs.ts';
import type { BoundSource } from '../graph/lower-node.ts';

/** What the incremental inputs of a run read. */
export interface IncrementalReads {
  /** By the id of the node. */
  readonly sources: ReadonlyMap<string, BoundSource>;
  /** What the run makes of the watermarks if it succeeds. */
  readonly advances: readonly WatermarkAdvance[];
}

/**
 * Binds the sources of incremental inputs to the rows beyond their watermarks, up to the greatest values now: a
 * row that is committed while the run reads is read by the next one. It reads no rows.
 * @param stored the watermarks of the flow when the run was accepted
 * @param scratch a folder for temporary files
 */
export async function bindIncrementalReads(
  inputs: readonly IncrementalInput[],
  stored: readonly Watermark[],
  { connections, scratch }: { readonly connections: JobConnections; readonly scratch: string },
): Promise<IncrementalReads> {
  const sources = new Map<string, BoundSource>();
  const advances: WatermarkAdvance[] = [];
  for (const input of inputs) {
    const { key, source } = input;
    const after = storedOf(input, stored);
    const read = { source, column: key.column, after, seeksNulls: true };
    try {
      const { source: rows, mark, hasNulls } = await connections.window(key.connectionId, read);
      const ofMark = after?.warning === undefined ? [] : [after.warning];
      const warnings = hasNulls ? [...ofMark, nullsOf(key.column)] : ofMark;
      sources.set(key.nodeId, { source: rows, warnings });
      advances.push(...advanceOf(input, after, mark));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const unknown = await unknownColumn(key, { source, connections, scratch });
      sources.set(key.nodeId, { failure: unknown ?? error });
    }
  }
  return { sources, advances };
}

/**
 * The watermark at which an input begins. One of another query is none, so that rows are read again and none is lost:
 * a run that would begin at it is refused before, but a spec that is stored again has all watermarks of the flow.
 */
function storedOf(
  { key, queryDigest }: IncrementalInput,
  stored: readonly Watermark[],
): Watermark | null {
  const isOfInput = (watermark: Watermark): boolean =>
    isSameWatermark(watermark, key) && isOfQuery(watermark, queryDigest);
  return stored.find(isOfInput) ?? null;
}

/** Without new rows a watermark stays, but learns of which query it is. */
function advanceOf(
  { key, queryDigest }: IncrementalInput,
  after: Watermark | null,
  mark: WatermarkValue | null,
): readonly WatermarkAdvance[] {
  const isOlder = queryDigest !== undefined && after !== null && after.queryDigest === undefined;
  const reached = mark ?? (isOlder ? after : null);
  if (reached === null) return [];
  const { type, value } = reached;
  const before = after?.value ?? null;
  return [{ ...key, type, value, before, ...(queryDigest === undefined ? {} : { queryDigest }) }];
}

/** The error of a column that the source does not have; null: it has it, or its columns cannot be read. */
async function unknownColumn(
  { connectionId, column }: WatermarkKey,
  {
    source,
    connections,
    scratch,
  }: {
    readonly source: SqlSource;
    readonly connections: JobConnections;
    readonly scratch: string;
  },
): Promise<UserError | null> {
  const file = path.join(scratch, randomUUID());
  try {
    const { columns } = await connections.read(connectionId, { source, maxRows: 1, file });
    findColumn(columns, column);
    return null;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const isUnknown = error instanceof UnknownColumnError;
    return isUnknown ? new UserError(`"incremental_column": ${error.message}`) : null;
  } finally {
    await rm(file, { force: true });
  }
}

function nullsOf(column: string): string {
  return `Column "${column}" has nulls. An incremental read never reads these rows.`;
}
