import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { LaunchableRun } from '../run-backend.ts';
import { RunSupervisor, type SupervisorDeps } from './run-supervisor.ts';

it('logs that the end of a run without a spec could not be recorded, and goes on', async () => {
  const lines: string[] = [];
  const recorder = { record: () => Promise.reject(new Error('The database is away')) };
  const deps = {
    recorder,
    presence: { id: 'process' },
    registry: new Registry(),
    logger: pino({}, { write: (line: string) => void lines.push(line) }),
  };
  const supervisor = new RunSupervisor(deps as unknown as SupervisorDeps);
  const run: Partial<LaunchableRun> = { runId: 'r1', attempt: 1 };
  // Whoever asked for the run need not wait for its end: a rejection would end the service.
  await expect(supervisor.postpone(run as LaunchableRun)).resolves.toBeUndefined();
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    {
      runId: 'r1',
      msg: 'the end of a run could not be recorded',
      err: { message: 'The database is away' },
    },
  ]);
});
