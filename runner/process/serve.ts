import { z } from 'zod';
import type { JobRequest, RunnerMessage } from '../domain/runner-job.ts';
import { jobFailure } from './job-failure.ts';
import { runJob } from './run-job.ts';
import type { Runtime } from './runtime.ts';

/** The two directions of the channel to the process that gives the jobs. */
export interface JobChannel {
  send(message: RunnerMessage): void;
  onMessage(listener: (message: unknown) => void): void;
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
export function serveJobs(channel: JobChannel, runtime: Runtime): void {
  let busy = false;
  channel.onMessage((message) => {
    const parsed = request.safeParse(message);
    if (!parsed.success) {
      runtime.onDefect(new Error('A message is no job'));
      return;
    }
    const { id } = parsed.data;
    if (busy) {
      const failure = { kind: 'internal', message: 'The runner is busy with another job' } as const;
      channel.send({ type: 'failed', id, failure, residentBytes: process.memoryUsage.rss() });
      return;
    }
    busy = true;
    void answer(parsed.data, channel, runtime).finally(() => {
      busy = false;
    });
  });
  channel.send({ type: 'ready' });
}

async function answer(
  { id, job }: JobRequest,
  channel: JobChannel,
  runtime: Runtime,
): Promise<void> {
  try {
    const result = await runJob(job, runtime, (step) => {
      channel.send({ type: 'progress', id, step });
      return undefined;
    });
    channel.send({ type: 'done', id, result, residentBytes: process.memoryUsage.rss() });
  } catch (error) {
    const failure = jobFailure(error);
    if (failure.kind === 'internal') runtime.onDefect(error);
    channel.send({ type: 'failed', id, failure, residentBytes: process.memoryUsage.rss() });
  }
}
