import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { withRounded, type ColumnSchema } from '../domain/column.ts';
import type { FileIrregularity } from '../domain/file-irregularity.ts';
import { OUTPUT_SUFFIX } from '../domain/file-format.ts';
import { objectKeys } from '../domain/object-keys.ts';
import type { OutputDataset, OutputFile } from '../domain/run-result.ts';
import type { PlannedNode } from '../graph/validate-graph.ts';
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

/**
 * Writes the file of an output node, and a columnar copy if the node names a dataset.
 * @throws UserError when the format cannot hold the frame
 */
export async function writeOutput<F>(
  { node }: PlannedNode,
  { frame, relation }: NodeFrame<F>,
  target: OutputTarget<F>,
): Promise<OutputFile> {
  if (relation.op !== 'sink' || relation.target.kind !== 'file') {
    throw new Error(`Node ${node.id} writes no file`);
  }
  const { target: destination, columns } = relation;
  const { format, datasetName: name } = destination;
  const key = objectKeys.runOutput(target, node.id, format);
  const written = await store(frame, format, key, target);
  const file = { nodeId: node.id, format, key, rows: written.rows, bytes: written.bytes };
  if (name === '') return { ...file, dataset: null };
  const dataKey = objectKeys.runOutputData(target, node.id);
  await store(frame, 'columnar', dataKey, target);
  const dataset: OutputDataset = {
    name,
    dataKey,
    facts: {
      columns: withRounded(columns, ({ name }) => roundedColumns(relation).has(name)),
      rowCount: written.rows,
      sample: target.engine.sample(frame, DATASET_SAMPLE_ROWS),
      profile: target.engine.profile(frame),
      parseOptions: null,
      ...(format === 'parquet' && { irregularities: parquetIrregularities(columns) }),
    },
  };
  return { ...file, dataset };
}

/** A file of a run has the types of the frame, except that a column of nulls is text. */
function parquetIrregularities(columns: readonly ColumnSchema[]): readonly FileIrregularity[] {
  return columns.some(({ type }) => type === 'null') ? ['other_types'] : [];
}

async function store<F>(
  frame: F,
  format: WrittenFormat,
  key: string,
  target: OutputTarget<F>,
): Promise<WrittenFile> {
  const file = path.join(
    target.scratch,
    `${randomUUID()}${format === 'columnar' ? '.parquet' : OUTPUT_SUFFIX[format]}`,
  );
  const written = await target.engine.write(frame, format, file);
  await target.store.putFile(key, file);
  return written;
}
