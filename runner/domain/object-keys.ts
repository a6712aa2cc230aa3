import { OUTPUT_SUFFIX, type FileFormat } from './file-format.ts';

/** Where everything lies in the object store: one function a kind of object, used by writer and reader alike. */
export const objectKeys = {
  uploadPrefix: (uploadId: string): string => `uploads/${uploadId}/`,
  /** A file while it is being uploaded; moved on or removed when the upload ends. */
  upload: (uploadId: string): string => `uploads/${uploadId}/source`,
  datasetPrefix: (datasetId: string): string => `datasets/${datasetId}/`,
  datasetVersionPrefix: (datasetId: string, versionId: string): string =>
    `datasets/${datasetId}/${versionId}/`,
  /** The file as uploaded (or rewritten as UTF-8 when its dialect was not the default). */
  datasetSource: (datasetId: string, versionId: string, extension: string): string =>
    `datasets/${datasetId}/${versionId}/source${extension}`,
  /** The columnar copy that runs read. */
  datasetData: (datasetId: string, versionId: string): string =>
    `datasets/${datasetId}/${versionId}/data.parquet`,
  runPrefix: (runId: string): string => `runs/${runId}/`,
  runSpec: (runId: string): string => `runs/${runId}/spec.json`,
  runClaim: (runId: string, attempt: number): string =>
    `runs/${runId}/attempts/${attempt}/claim.json`,
  /** How far the attempt is, as long as it goes on; only where its process has no channel to the API. */
  runProgress: (runId: string, attempt: number): string =>
    `runs/${runId}/attempts/${attempt}/progress.json`,
  runResult: (runId: string, attempt: number): string =>
    `runs/${runId}/attempts/${attempt}/result.json`,
  runOutput: (at: { runId: string; attempt: number }, nodeId: string, format: FileFormat): string =>
    `runs/${at.runId}/attempts/${at.attempt}/outputs/${encodeURIComponent(nodeId)}${OUTPUT_SUFFIX[format]}`,
  /** The columnar copy of an output that becomes a dataset. */
  runOutputData: (at: { runId: string; attempt: number }, nodeId: string): string =>
    `runs/${at.runId}/attempts/${at.attempt}/outputs/${encodeURIComponent(nodeId)}.data.parquet`,
};
