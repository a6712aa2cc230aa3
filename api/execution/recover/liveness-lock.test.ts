import { randomUUID } from 'node:crypto';
import { RunRecords, SILENT } from '../../../test/support/run-records.ts';
import { until } from '../../../test/support/until.ts';
import { claimOrphanedRuns } from '../../domain/runs/unfinished-run-store.ts';
import { LivenessLock } from './liveness-lock.ts';
import { listDispatchedRuns } from '../../domain/runs/unfinished-run-store.ts';

let records: RunRecords;
const open: LivenessLock[] = [];

beforeEach(async () => {
  records = await RunRecords.open();
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((lock) => lock.close()));
  await records.close();
});

/** The lock of a live process. */
async function liveProcess(): Promise<LivenessLock> {
  const lock = lockOn(records.database.url);
  await lock.open();
  return lock;
}

function lockOn(databaseUrl: string): LivenessLock {
  const lock = new LivenessLock({ databaseUrl, logger: SILENT, id: randomUUID() });
  open.push(lock);
  return lock;
}

async function run(executorId: string | null, status = 'running'): Promise<string> {
  const id = await records.add({ executorId });
  await records.client.run.update({ where: { id }, data: { status } });
  return id;
}

describe('the liveness lock', () => {
  it('lets a process claim the runs of dead processes, but not those of live ones or of a cluster', async () => {
    const [me, other] = [await liveProcess(), await liveProcess()];
    await run(me.id);
    await run(other.id);
    await run(randomUUID(), 'success');
    await run(null);
    const left = [await run(randomUUID()), await run(randomUUID(), 'pending')];
    const taken = await claimOrphanedRuns(records.client, me.id);
    expect(taken.toSorted()).toEqual(left.toSorted());
    expect(await claimOrphanedRuns(records.client, other.id)).toEqual([]);
  });

  it('keeps a cluster on the same database away from the runs of a live service', async () => {
    const service = await liveProcess();
    await run(service.id);
    const others = [await run(randomUUID()), await run(null), await run(null, 'pending')];
    const page = { after: '', limit: 10 };
    const found = await listDispatchedRuns(records.client, new Date(Date.now() + 60_000), page);
    expect(found).toEqual(others.toSorted());
  });

  it('is released when its process closes it, so that another process claims the runs', async () => {
    const [me, other] = [await liveProcess(), await liveProcess()];
    const id = await run(other.id);
    await other.close();
    await until(async () => (await claimOrphanedRuns(records.client, me.id)).includes(id));
  });

  it('lets each run be claimed once when many processes start concurrently', async () => {
    const starting = await Promise.all(Array.from({ length: 4 }, liveProcess));
    const left = await Promise.all(Array.from({ length: 20 }, () => run(randomUUID())));
    const taken = await Promise.all(
      starting.map(({ id }) => claimOrphanedRuns(records.client, id)),
    );
    expect(taken.flat().toSorted()).toEqual(left.toSorted());
  });

  it('is held again after its connection was lost, so that its runs stay unclaimed', async () => {
    const [me, other] = [await liveProcess(), await liveProcess()];
    await run(other.id);
    const holders = (): Promise<{ pid: number }[]> => records.client.$queryRaw`
      SELECT pid FROM pg_locks WHERE locktype = 'advisory'
        AND (classid::bigint << 32 | objid::bigint) = hashtextextended(${other.id}, 0)`;
    const [first] = await holders();
    await records.client.$queryRaw`SELECT pg_terminate_backend(${first!.pid}::int)`;
    await until(async () => {
      const [now] = await holders();
      return now !== undefined && now.pid !== first!.pid;
    });
    expect(await claimOrphanedRuns(records.client, me.id)).toEqual([]);
  });

  it('rejects when the database is unreachable', async () => {
    const databaseUrl = 'postgresql://127.0.0.1:1/none';
    await expect(lockOn(databaseUrl).open()).rejects.toThrow('ECONNREFUSED');
  });
});
