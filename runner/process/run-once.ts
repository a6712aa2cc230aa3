import { EXIT_CODE } from '../domain/exit-code.ts';
import type { RunJob } from '../domain/runner-job.ts';
import { AttemptClaimedError, executeRun } from './execute-run.ts';
import { ProgressWriter } from './progress-writer.ts';
import { RunSpecError } from './read-run-spec.ts';
import type { Runtime } from './runtime.ts';

/** Executes one attempt of a run. @returns the exit code of the process, see EXIT_CODE */
export async function runOnce(job: RunJob, runtime: Runtime): Promise<number> {
  try {
    const progress = new ProgressWriter(job, runtime);
    const result = await executeRun(job, runtime, (step) => progress.recordAndWrite(step));
    return result.status === 'success' ? EXIT_CODE.success : EXIT_CODE.flowFailed;
  } catch (error) {
    runtime.onDefect(error);
    if (error instanceof AttemptClaimedError) return EXIT_CODE.alreadyClaimed;
    return error instanceof RunSpecError ? EXIT_CODE.usage : EXIT_CODE.internalError;
  }
}
