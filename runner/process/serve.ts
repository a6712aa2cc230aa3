import { flushCompileCache } from 'node:module';
import type { JobChannel } from './job-channel.ts';
import { z } from 'zod';
import { readSecretsBy } from '../connectors/secrets/read-secret.ts';
import { UserError } from '../domain/errors.ts';
import type { JobFailure, JobRequest, JobResults } from '../domain/runner-job.ts';
import type { RunStep } from '../domain/run-progress.ts';
import { jobFailure } from './job-failure.ts';
import { isAnswer, parentSecrets } from './parent-secrets.ts';
import { ProgressWriter } from './progress-writer.ts';
import { holdsMuch, releaseMemory } from './release-memory.ts';
import { runJob } from './run-job.ts';
import type { Runtime } from './runtime.ts';

/** A running job server. */
export interface JobServer {
  /** Writes the progress of the active run, if any, so that it outlives this process. */
  keepProgress(): Promise<void>;
}

/** Jobs come from the API, which is trusted: only the envelope is checked here. */
const request = z.custom<JobRequest>(
  (value) =>
    z.object({ id: z.number(), job: z.object({ kind: z.string() }) }).safeParse(value).success,
);

/**
 * Executes the jobs of the channel, one at a time, until the process exits. Sends `ready` when it accepts
 * jobs.
 */
export function serveJobs(channel: JobChannel, runtime: Runtime): JobServer {
  let busy = false;
  let progress: ProgressWriter | null = null;
  readSecretsBy(parentSecrets(channel));
  channel.onMessage((message) => {
    if (isAnswer(message)) return;
    const parsed = request.safeParse(message);
    if (!parsed.success) {
      runtime.onDefect(new Error('IPC message is not a job request'));
      return;
    }
    const { id, job } = parsed.data;
    if (busy) {
      const failure = { kind: 'internal', message: 'Runner is busy with another job' } as const;
      channel.send({ type: 'failed', id, failure, residentBytes: process.memoryUsage.rss() });
      return;
    }
    busy = true;
    progress = job.kind === 'run' ? new ProgressWriter(job, runtime) : null;
    const onProgress = (step: RunStep): undefined => {
      progress?.record(step);
      channel.send({ type: 'progress', id, step });
    };
    void execute(parsed.data, runtime, onProgress).then(async (message) => {
      progress = null;
      // Before the answer, since this process may be killed after it. Without new code it costs nothing.
      flushCompileCache();
      const residentBytes = process.memoryUsage.rss();
      if (!holdsMuch(residentBytes)) {
        busy = false;
        channel.send({ ...message, residentBytes });
        return;
      }
      channel.send({ ...message, residentBytes: null });
      const left = await released(runtime);
      busy = false;
      channel.send({ type: 'idle', id, residentBytes: left });
    });
  });
  channel.send({ type: 'ready' });
  return { keepProgress: async () => progress?.write() };
}

type Answer =
  | { readonly type: 'done'; readonly id: number; readonly result: JobResults[keyof JobResults] }
  | { readonly type: 'failed'; readonly id: number; readonly failure: JobFailure };

async function execute(
  { id, job }: JobRequest,
  runtime: Runtime,
  onProgress: (step: RunStep) => undefined,
): Promise<Answer> {
  try {
    const isWarmUp = job.kind === 'warmUp';
    const result = await (isWarmUp ? warmUpLater(runtime) : runJob(job, runtime, onProgress));
    return { type: 'done', id, result };
  } catch (error) {
    const failure = jobFailure(error);
    const isForLog = failure.kind === 'internal' || failure.kind === 'unavailable';
    if (isForLog || (job.kind === 'ingest' && hidesLibraryError(error))) {
      runtime.onDefect(error);
    }
    return { type: 'failed', id, failure };
  }
}

/** @returns the resident memory in bytes */
async function released({ onDefect }: Runtime): Promise<number> {
  try {
    return await releaseMemory();
  } catch (error) {
    onDefect(error);
    return process.memoryUsage.rss();
  }
}

/** Loads the code when it is used, as that of any job. */
async function warmUpLater(runtime: Runtime): Promise<null> {
  const { warmUp } = await import('./warm-up.ts');
  return await warmUp(runtime);
}

/** Whether a user error wraps the error of a library, which belongs in the log. */
function hidesLibraryError(error: unknown): boolean {
  return (
    error instanceof UserError && error.cause !== undefined && !(error.cause instanceof UserError)
  );
}
