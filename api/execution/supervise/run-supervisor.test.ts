import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { LaunchableRun } from '../run-backend.ts';
import { RunSupervisor, type SupervisorDeps } from './run-supervisor.ts';

it('logs a run without a spec whose outcome could not be recorded, and does not reject', async () => {
  const lines: string[] = [];
  const recorder = { record: () => Promise.reject(new Error('The database is away')) };
  const deps = {
    recorder,
    livenessLock: { id: 'process' },
    registry: new Registry(),
    logger: pino({}, { write: (line: string) => void lines.push(line) }),
  };
  const supervisor = new RunSupervisor(deps as unknown as SupervisorDeps);
  const run: Partial<LaunchableRun> = { runId: 'r1', attempt: 1 };
  // The caller may not wait for the promise: an unhandled rejection would crash the service.
  await expect(supervisor.postpone(run as LaunchableRun)).resolves.toBeUndefined();
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    {
      runId: 'r1',
      msg: 'failed to record the outcome of a run: the next start of the server recovers it',
      err: { message: 'The database is away' },
    },
  ]);
});
