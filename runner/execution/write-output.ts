import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { withRounded, type ColumnSchema } from '../domain/column.ts';
import { OUTPUT_SUFFIX, type FileFormat } from '../domain/file-format.ts';
import type { LostValues } from '../domain/file-warning.ts';
import { objectKeys } from '../domain/object-keys.ts';
import type { OutputDataset, OutputFile } from '../domain/run-result.ts';
import type { PlannedNode } from '../graph/validate-graph.ts';
import polars from '../engines/polars/pinned/library.ts';
import { losesValues } from '../formats/writers/lost-values.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import type { WrittenFile, WrittenFormat } from '../formats/writers/write-frame.ts';
import type { EngineAdapter } from '../engine-adapters/engine-adapter.ts';
import { roundedColumns } from '../plan/rounded-columns.ts';
import type { NodeFrame } from './node-frame.ts';

/** The number of sample rows of a dataset. */
const DATASET_SAMPLE_ROWS = 100;

/** The attempt that writes an output, and its dependencies. */
export interface OutputTarget<F> {
  readonly engine: EngineAdapter<F>;
  readonly store: ObjectStore;
  readonly scratch: string;
  readonly runId: string;
  readonly attempt: number;
}

/** A written output file. */
export interface WrittenOutput {
  readonly file: OutputFile;
  /** What it lacks of the frame. */
  readonly lost: readonly LostValues[];
}

/**
 * Writes the file of an output node, and a columnar copy if the node names a dataset.
 * @returns the file, and what it lacks of the frame
 * @throws UserError when the format cannot hold the frame
 */
export async function writeOutput<F>(
  { node }: PlannedNode,
  { frame, relation }: NodeFrame<F>,
  target: OutputTarget<F>,
): Promise<WrittenOutput> {
  if (relation.op !== 'sink' || relation.target.kind !== 'file') {
    throw new Error(`Node ${node.id} writes no file`);
  }
  const { target: destination, columns } = relation;
  const { format, datasetName: name } = destination;
  const key = objectKeys.runOutput(target, node.id, format);
  const written = await write(frame, format, target);
  await target.store.putFile(key, written.path);
  const { rows, bytes, lost } = written;
  const file = { nodeId: node.id, format, key, rows, bytes };
  if (name === '') return { file: { ...file, dataset: null }, lost };
  const dataKey = objectKeys.runOutputData(target, node.id);
  const copy = await write(frame, 'columnar', target);
  // Before it is stored, which may move the file.
  const isLossy = await losesValues(polars, copy.path, { columns, format });
  await target.store.putFile(dataKey, copy.path);
  const dataset: OutputDataset = {
    name,
    dataKey,
    facts: {
      columns: withRounded(columns, ({ name }) => roundedColumns(relation).has(name)),
      rowCount: rows,
      sample: target.engine.sample(frame, DATASET_SAMPLE_ROWS),
      profile: target.engine.profile(frame),
      parseOptions: null,
      ...irregularitiesOf(format, columns, isLossy),
    },
  };
  return { file: { ...file, dataset }, lost };
}

/** A Parquet file of a run has the types of the frame, except that a column of nulls is text. */
function irregularitiesOf(
  format: FileFormat,
  columns: readonly ColumnSchema[],
  isLossy: boolean,
): Pick<OutputDataset['facts'], 'irregularities'> {
  if (isLossy) return { irregularities: ['misread_columns'] };
  if (format !== 'parquet') return {};
  return { irregularities: columns.some(({ type }) => type === 'null') ? ['other_types'] : [] };
}

async function write<F>(
  frame: F,
  format: WrittenFormat,
  { engine, scratch }: Pick<OutputTarget<F>, 'engine' | 'scratch'>,
): Promise<WrittenFile & { readonly path: string }> {
  const suffix = format === 'columnar' ? '.parquet' : OUTPUT_SUFFIX[format];
  const file = path.join(scratch, `${randomUUID()}${suffix}`);
  return { ...(await engine.write(frame, format, file)), path: file };
}
