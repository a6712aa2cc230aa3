import path from 'node:path';
import type { Engine } from '../../runner/domain/engine.ts';
import { exactJson } from '../../runner/domain/exact-json.ts';
import { objectKeys } from '../../runner/domain/object-keys.ts';
import type { RunSpec } from '../../runner/domain/run-spec.ts';
import { readGraph } from '../../runner/graph/read-graph.ts';
import { executeRun } from '../../runner/process/execute-run.ts';
import { ingestUpload } from '../../runner/process/ingest-upload.ts';
import { openRuntime } from '../../runner/process/open-runtime.ts';
import { createReadStream } from 'node:fs';

const WARM_UP = 10;
const DATASET = 'orders';

/** Measures a flow on one CSV in this process with a loaded engine, without HTTP and database, in milliseconds. */
export async function timeEngineAlone(
  at: { readonly scratch: string; readonly csv: string; readonly graph: object },
  engine: Engine,
  rounds: number,
): Promise<readonly number[]> {
  const runtime = openRuntime(
    {
      objectStore: `file:${path.join(at.scratch, 'objects')}`,
      scratchDir: path.join(at.scratch, 'scratch'),
      s3: {},
    },
    (error) => {
      throw error;
    },
  );
  const sourceKey = objectKeys.datasetSource(DATASET, 'v1', '.csv');
  const dataKey = objectKeys.datasetData(DATASET, 'v1');
  await runtime.store.put(sourceKey, createReadStream(at.csv));
  const { facts } = await ingestUpload(
    {
      kind: 'ingest',
      sourceKey,
      fileName: 'orders.csv',
      format: 'csv',
      options: {},
      dataKey,
      rewrittenKey: 'none',
    },
    runtime,
  );
  const times: number[] = [];
  for (let round = 0; round < WARM_UP + rounds; round++) {
    const runId = `${engine}-${round}`;
    const spec: RunSpec = {
      runId,
      flowName: 'bench',
      engine,
      graph: readGraph(at.graph),
      parameters: {},
      inputs: [
        {
          nodeId: 'in',
          datasetId: DATASET,
          datasetName: 'orders.csv',
          versionNumber: 1,
          dataKey,
          columns: facts.columns,
          rowCount: facts.rowCount,
        },
      ],
    };
    await runtime.store.put(objectKeys.runSpec(runId), exactJson.stringify(spec));
    const started = performance.now();
    const result = await executeRun({ kind: 'run', runId, attempt: 1 }, runtime, () => undefined);
    if (round >= WARM_UP) times.push(performance.now() - started);
    if (result.status !== 'success') throw new Error(result.errorMessage ?? 'the run failed');
  }
  runtime.store.close();
  return times;
}
