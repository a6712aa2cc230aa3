import { pino } from 'pino';
import type { ObjectStore } from '../../../runner/storage/object-store.ts';
import { preparedRun } from '../../../test/support/cluster-runs.ts';
import type { Database } from '../../../prisma/client.ts';
import type { RunBackend } from '../run-backend.ts';
import { RunLauncher } from './run-launcher.ts';

const lost = new Error('Connection terminated unexpectedly');

/** @param rows how many rows of the run there are, though its insertion failed */
function launcherAfterLoss(rows: number, launched: string[]): RunLauncher {
  const database = {
    $executeRaw: () => Promise.reject(lost),
    run: { count: () => Promise.resolve(rows) },
  };
  const backend = {
    usesOutbox: false,
    executorId: 'process',
    launch: ({ runId }: { readonly runId: string }) => Promise.resolve(void launched.push(runId)),
  };
  const objects = { put: () => Promise.resolve(), delete: () => Promise.resolve() };
  return new RunLauncher({
    database: database as unknown as Database,
    backend: backend as unknown as RunBackend,
    objects: objects as unknown as ObjectStore,
    logger: pino({ level: 'silent' }),
    newId: () => 'made',
  });
}

describe('a run whose insertion the database did not answer', () => {
  it('is executed when its row is there: no other process would begin it', async () => {
    const launched: string[] = [];
    const { runId } = await launcherAfterLoss(1, launched).launch(preparedRun('flow'));
    expect(runId).toBe('made');
    expect(launched).toEqual(['made']);
  });

  it('was not made when its row is not there', async () => {
    const launched: string[] = [];
    await expect(launcherAfterLoss(0, launched).launch(preparedRun('flow'))).rejects.toBe(lost);
    expect(launched).toEqual([]);
  });
});
