import type { RunStep } from '../domain/run-progress.ts';
import type { JobResults, RunnerJob, WarmUpJob } from '../domain/runner-job.ts';
import { withScratch, type Runtime } from './runtime.ts';

/**
 * Executes one job. The code of each kind of job is loaded on first use.
 * @throws UserError for errors in user input; any other error is internal
 */
export async function runJob(
  job: Exclude<RunnerJob, WarmUpJob>,
  runtime: Runtime,
  onProgress: (step: RunStep) => Promise<void> | undefined,
): Promise<JobResults[keyof JobResults]> {
  switch (job.kind) {
    case 'run': {
      const { executeRun } = await import('./execute-run.ts');
      return await executeRun(job, runtime, onProgress);
    }
    case 'ingest': {
      const { ingestUpload } = await import('./ingest-upload.ts');
      return await ingestUpload(job, runtime);
    }
    case 'preview': {
      const { previewFlow } = await import('../execution/preview-flow.ts');
      const engine = await runtime.engine(job.engine);
      return await withScratch(runtime, async (scratch) =>
        previewFlow(job, { ...runtime, engine, scratch }),
      );
    }
    case 'nodePreview': {
      const { previewNode } = await import('../execution/preview-node.ts');
      const engine = await runtime.engine(job.engine);
      return await withScratch(runtime, async (scratch) =>
        previewNode(job, { ...runtime, engine, scratch }),
      );
    }
    case 'connectionTest': {
      const { testConnection } = await import('./connection-jobs.ts');
      return await testConnection(job);
    }
    case 'connectionTables': {
      const { listTables } = await import('./connection-jobs.ts');
      return await listTables(job);
    }
    case 'storageObjects': {
      const { listStorageObjects } = await import('./storage-jobs.ts');
      return await listStorageObjects(job);
    }
    case 'objectDialect': {
      const { detectObjectDialect } = await import('./storage-jobs.ts');
      return await detectObjectDialect(job);
    }
    case 'sourceChanges': {
      const { findSourceChanges } = await import('./source-checks.ts');
      return await findSourceChanges(job);
    }
  }
}
