import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pl from '../../runner/engines/polars/pinned/library.ts';
import type { ColumnSchema } from '../../runner/domain/column.ts';
import type { Engine } from '../../runner/domain/engine.ts';
import { objectKeys } from '../../runner/domain/object-keys.ts';
import type { JsonObject, Row } from '../../runner/domain/json.ts';
import type { InputBinding, RunSpec } from '../../runner/domain/run-spec.ts';
import { rowsToFrame } from '../../runner/engines/polars/rows-to-frame.ts';
import { readGraph } from '../../runner/graph/read-graph.ts';
import { LocalFolderStore } from '../../runner/storage/local-folder-store.ts';
import type { ObjectStore } from '../../runner/storage/object-store.ts';

/** A folder with an object store and scratch space; removed with `close`. */
export interface TestWorkspace {
  readonly folder: string;
  readonly store: ObjectStore;
  readonly scratch: string;
  close(): Promise<void>;
}

export async function openWorkspace(): Promise<TestWorkspace> {
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-execution-'));
  const scratch = path.join(folder, 'scratch');
  await mkdir(scratch);
  return {
    folder,
    store: new LocalFolderStore(path.join(folder, 'objects')),
    scratch,
    close: async () => {
      await rm(folder, { recursive: true });
    },
  };
}

/** Stores rows as the columnar copy of a dataset version, bound to an input node. */
export async function storeDataset(
  { store, scratch }: TestWorkspace,
  dataset: { id: string; columns: readonly ColumnSchema[]; rows: readonly Row[] },
  nodeId = 'in',
): Promise<InputBinding> {
  const file = path.join(scratch, `${dataset.id}.parquet`);
  rowsToFrame(pl, dataset.columns, dataset.rows).writeParquet(file);
  const dataKey = objectKeys.datasetData(dataset.id, 'v1');
  await store.putFile(dataKey, file);
  return {
    nodeId,
    datasetId: dataset.id,
    datasetName: `${dataset.id}.csv`,
    versionNumber: 1,
    dataKey,
    columns: dataset.columns,
    rowCount: dataset.rows.length,
  };
}

export interface TestFlow {
  /** Type and config by id; the label is the id in capitals. */
  readonly nodes: Readonly<Record<string, readonly [type: string, config?: object]>>;
  /** `a>b c>d.left e.test>f` */
  readonly edges: string;
  readonly inputs: readonly InputBinding[];
  readonly engine?: Engine;
  /** Values of the placeholders in configs. */
  readonly parameters?: JsonObject;
  /** Whether the run uses the cache. Default: false. */
  readonly cache?: boolean;
}

export function specOf(flow: TestFlow, runId = 'run-1'): RunSpec {
  const nodes = Object.entries(flow.nodes).map(([id, [type, config]]) => ({
    id,
    type,
    data: { label: id.toUpperCase(), config: config ?? {} },
  }));
  const edges = flow.edges.split(' ').map((edge) => {
    const [source = '', target = ''] = edge.split('>');
    const [from = '', sourceHandle = null] = source.split('.');
    const [to = '', targetHandle = null] = target.split('.');
    return { source: from, sourceHandle, target: to, targetHandle };
  });
  return {
    runId,
    flowName: 'Test',
    engine: flow.engine ?? 'polars',
    graph: readGraph({ nodes, edges, cache: flow.cache ?? null }),
    parameters: flow.parameters ?? {},
    inputs: flow.inputs,
  };
}
