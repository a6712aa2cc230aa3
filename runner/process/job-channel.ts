import type { RunnerMessage } from '../domain/runner-job.ts';

/** The IPC channel to the parent process. */
export interface JobChannel {
  send(message: RunnerMessage): void;
  onMessage(listener: (message: unknown) => void): void;
}
