import { OUTPUT_SUFFIX, type FileFormat } from './file-format.ts';

/** The layout of the object store: one function for each kind of object. */
export const objectKeys = {
  uploadPrefix: (uploadId: string): string => `uploads/${uploadId}/`,
  /** A file during its upload; moved or deleted when the upload completes. */
  upload: (uploadId: string): string => `uploads/${uploadId}/source`,
  datasetPrefix: (datasetId: string): string => `datasets/${datasetId}/`,
  datasetVersionPrefix: (datasetId: string, versionId: string): string =>
    `datasets/${datasetId}/${versionId}/`,
  /** The uploaded file, rewritten as UTF-8 if its dialect was not the default. */
  datasetSource: (datasetId: string, versionId: string, extension: string): string =>
    `datasets/${datasetId}/${versionId}/source${extension}`,
  /** The columnar copy that runs read. */
  datasetData: (datasetId: string, versionId: string): string =>
    `datasets/${datasetId}/${versionId}/data.parquet`,
  runPrefix: (runId: string): string => `runs/${runId}/`,
  runSpec: (runId: string): string => `runs/${runId}/spec.json`,
  runClaim: (runId: string, attempt: number): string =>
    `runs/${runId}/attempts/${attempt}/claim.json`,
  /** Progress of a running attempt; written only where its process has no channel to the API. */
  runProgress: (runId: string, attempt: number): string =>
    `runs/${runId}/attempts/${attempt}/progress.json`,
  /** Which attempt may make its writes to databases visible. */
  runCommit: (runId: string): string => `runs/${runId}/commit.json`,
  runResult: (runId: string, attempt: number): string =>
    `runs/${runId}/attempts/${attempt}/result.json`,
  runOutput: (at: { runId: string; attempt: number }, nodeId: string, format: FileFormat): string =>
    `runs/${at.runId}/attempts/${at.attempt}/outputs/${encodeURIComponent(nodeId)}${OUTPUT_SUFFIX[format]}`,
  /** All entries of the cache of node results. */
  cacheRoot: (): string => 'cache/',
  cachePrefix: (key: string): string => `cache/${key}/`,
  /** Written last, so that an entry is whole if it has this object. */
  cacheEntry: (key: string): string => `cache/${key}/entry.json`,
  cacheData: (key: string, id: string): string => `cache/${key}/data/${id}.parquet`,
  /** An empty object whose name has the time of a use, in minutes since 1970. */
  cacheUse: (key: string, time: Date): string =>
    `cache/${key}/used/${Math.floor(time.getTime() / 60_000)}`,
  /** An empty object whose name has a dataset from which the entry was derived. */
  cacheDataset: (key: string, datasetId: string): string =>
    `cache/${key}/datasets/${encodeURIComponent(datasetId)}`,
  /** The columnar copy of an output that is registered as a dataset. */
  runOutputData: (at: { runId: string; attempt: number }, nodeId: string): string =>
    `runs/${at.runId}/attempts/${at.attempt}/outputs/${encodeURIComponent(nodeId)}.data.parquet`,
};
