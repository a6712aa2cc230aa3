import { pino } from 'pino';
import type { ObjectStore } from '../../../runner/storage/object-store.ts';
import { preparedRun } from '../../../test/support/cluster-runs.ts';
import type { Database } from '../../../prisma/client.ts';
import type { RunBackend } from '../run-backend.ts';
import { RunLauncher } from './run-launcher.ts';

const lost = new Error('Connection terminated unexpectedly');

/** @param rows how many rows the run has after its failed insert */
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

describe('RunLauncher after a lost connection during the insert', () => {
  it('launches the run when its row exists', async () => {
    const launched: string[] = [];
    const { runId } = await launcherAfterLoss(1, launched).launch(preparedRun('flow'));
    expect(runId).toBe('made');
    expect(launched).toEqual(['made']);
  });

  it('rejects without launching when there is no row', async () => {
    const launched: string[] = [];
    await expect(launcherAfterLoss(0, launched).launch(preparedRun('flow'))).rejects.toBe(lost);
    expect(launched).toEqual([]);
  });
});
