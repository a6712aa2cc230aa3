import { z } from 'zod';
import { UserError } from '../domain/errors.ts';
import type { JobRequest, RunnerMessage } from '../domain/runner-job.ts';
import type { RunStep } from '../domain/run-progress.ts';
import { jobFailure } from './job-failure.ts';
import { ProgressWriter } from './progress-writer.ts';
import { runJob } from './run-job.ts';
import type { Runtime } from './runtime.ts';

/** The two directions of the channel to the process that gives the jobs. */
export interface JobChannel {
  send(message: RunnerMessage): void;
  onMessage(listener: (message: unknown) => void): void;
}

export interface JobServer {
  /** Writes how far the run under way is, if one is, for those who ask when this process is gone. */
  keepProgress(): Promise<void>;
}

/** The jobs come from our own API: only their frame is checked here, their content where it is used. */
const request = z.custom<JobRequest>(
  (value) =>
    z.object({ id: z.number(), job: z.object({ kind: z.string() }) }).safeParse(value).success,
);

/**
 * Takes jobs from the channel, one at a time, for as long as the process lives. Says `ready` when
 * the first can come.
 */
export function serveJobs(channel: JobChannel, runtime: Runtime): JobServer {
  let busy = false;
  let progress: ProgressWriter | null = null;
  channel.onMessage((message) => {
    const parsed = request.safeParse(message);
    if (!parsed.success) {
      runtime.onDefect(new Error('A message is no job'));
      return;
    }
    const { id, job } = parsed.data;
    if (busy) {
      const failure = { kind: 'internal', message: 'The runner is busy with another job' } as const;
      channel.send({ type: 'failed', id, failure, residentBytes: process.memoryUsage.rss() });
      return;
    }
    busy = true;
    progress = job.kind === 'run' ? new ProgressWriter(job, runtime) : null;
    const tell = (step: RunStep): undefined => {
      progress?.note(step);
      channel.send({ type: 'progress', id, step });
    };
    void answer(parsed.data, runtime, tell).then((message) => {
      progress = null;
      busy = false;
      channel.send(message);
    });
  });
  channel.send({ type: 'ready' });
  return { keepProgress: async () => progress?.write() };
}

async function answer(
  { id, job }: JobRequest,
  runtime: Runtime,
  tell: (step: RunStep) => undefined,
): Promise<RunnerMessage> {
  try {
    const result = await runJob(job, runtime, tell);
    return { type: 'done', id, result, residentBytes: process.memoryUsage.rss() };
  } catch (error) {
    const failure = jobFailure(error);
    if (failure.kind === 'internal' || (job.kind === 'ingest' && hidesDefect(error))) {
      runtime.onDefect(error);
    }
    return { type: 'failed', id, failure, residentBytes: process.memoryUsage.rss() };
  }
}

/** The user is told a sentence; what the library said of the file is for the log. */
function hidesDefect(error: unknown): boolean {
  return (
    error instanceof UserError && error.cause !== undefined && !(error.cause instanceof UserError)
  );
}
