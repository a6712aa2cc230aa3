import { createReadStream } from 'node:fs';
import path from 'node:path';
import { objectKeys } from '../../runner/domain/object-keys.ts';
import type { InputBinding } from '../../runner/domain/run-spec.ts';
import { ingestUpload } from '../../runner/process/ingest-upload.ts';
import { openRuntime } from '../../runner/process/open-runtime.ts';
import type { Runtime } from '../../runner/process/runtime.ts';

const DATASET = 'orders';

/** Opens the runtime of a runner in this process, with its objects in a folder. */
export function openBenchRuntime(folder: string): Runtime {
  return openRuntime(
    {
      objectStore: `file:${path.join(folder, 'objects')}`,
      scratchDir: path.join(folder, 'scratch'),
      s3: {},
    },
    (error) => {
      throw error;
    },
  );
}

/** Stores a CSV file as an upload does. @returns the input of the node `in`, as benchmark flows name it */
export async function ingestCsv(runtime: Runtime, csv: string): Promise<InputBinding> {
  const sourceKey = objectKeys.datasetSource(DATASET, 'v1', '.csv');
  const dataKey = objectKeys.datasetData(DATASET, 'v1');
  const fileName = path.basename(csv);
  await runtime.store.put(sourceKey, createReadStream(csv));
  const { facts } = await ingestUpload(
    {
      kind: 'ingest',
      sourceKey,
      fileName,
      format: 'csv',
      options: {},
      dataKey,
      rewrittenKey: 'none',
    },
    runtime,
  );
  return {
    nodeId: 'in',
    datasetId: DATASET,
    datasetName: fileName,
    versionNumber: 1,
    dataKey,
    columns: facts.columns,
    rowCount: facts.rowCount,
  };
}
