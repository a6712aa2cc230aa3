import path from 'node:path';
import type { IngestJob, IngestResult } from '../domain/runner-job.ts';
import { withScratch, type Runtime } from './runtime.ts';

/**
 * Reads an uploaded file and stores its columnar copy, and the rewritten source if there is one.
 * @throws UserError when the file cannot be read
 */
export async function ingestUpload(job: IngestJob, runtime: Runtime): Promise<IngestResult> {
  const { ingestFile } = await import('../formats/ingest.ts');
  const { default: pl } = await import('../engines/polars/pinned/library.ts');
  return await withScratch(runtime, async (scratch) => {
    const dataPath = path.join(scratch, 'data.parquet');
    const rewrittenPath = path.join(scratch, 'rewritten');
    const source = await runtime.store.localFile(job.sourceKey, scratch);
    const result = await ingestFile({ ...job, path: source, dataPath, rewrittenPath, pl });
    await runtime.store.putFile(job.dataKey, dataPath);
    if (result.rewritten) await runtime.store.putFile(job.rewrittenKey, rewrittenPath);
    return result;
  });
}
