import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { createFlow } from '../../../test/support/cluster-runs.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { until } from '../../../test/support/until.ts';
import { claimOrphanedRuns } from '../../domain/runs/unfinished-run-store.ts';
import { LivenessLock } from './liveness-lock.ts';
import { insertRun } from '../../domain/runs/run-lifecycle-store.ts';
import { listDispatchedRuns } from '../../domain/runs/unfinished-run-store.ts';

let database: TestDatabase;
let flowId: string;
const open: LivenessLock[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  flowId = await createFlow(database.client);
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((presence) => presence.close()));
  await database.drop();
});

async function present(): Promise<LivenessLock> {
  const logger = pino({ level: 'silent' });
  const id = randomUUID();
  const presence = new LivenessLock({ databaseUrl: database.url, logger, id });
  open.push(presence);
  await presence.open();
  return presence;
}

async function run(executorId: string | null, status = 'running'): Promise<string> {
  const id = randomUUID();
  await insertRun(database.client, {
    id,
    flowId,
    engine: 'polars',
    trigger: 'manual',
    scheduleId: null,
    executorId,
    inputDatasetId: null,
    inputs: [],
    parameters: null,
    timeoutSeconds: 0,
    graph: { nodes: [], edges: [] },
  });
  await database.client.run.update({ where: { id }, data: { status } });
  return id;
}

describe('unfinished runs', () => {
  it('of processes that are gone are taken over; of those that live, and of a cluster, they are not', async () => {
    const [me, other] = [await present(), await present()];
    await run(me.id);
    await run(other.id);
    await run(randomUUID(), 'success');
    await run(null);
    const left = [await run(randomUUID()), await run(randomUUID(), 'pending')];
    const taken = await claimOrphanedRuns(database.client, me.id);
    expect(taken.toSorted()).toEqual(left.toSorted());
    expect(await claimOrphanedRuns(database.client, other.id)).toEqual([]);
  });

  it('of a living service are left to it by a cluster on the same database, which ends all others', async () => {
    const service = await present();
    await run(service.id);
    const others = [await run(randomUUID()), await run(null), await run(null, 'pending')];
    const page = { after: '', limit: 10 };
    const found = await listDispatchedRuns(database.client, new Date(Date.now() + 60_000), page);
    expect(found).toEqual(others.toSorted());
  });

  it('are taken over when their process has ended', async () => {
    const [me, other] = [await present(), await present()];
    const id = await run(other.id);
    await other.close();
    await until(async () => (await claimOrphanedRuns(database.client, me.id)).includes(id));
  });

  it('are taken over once, however many start at the same time', async () => {
    const starting = await Promise.all(Array.from({ length: 4 }, present));
    const left = await Promise.all(Array.from({ length: 20 }, () => run(randomUUID())));
    const taken = await Promise.all(
      starting.map(({ id }) => claimOrphanedRuns(database.client, id)),
    );
    expect(taken.flat().toSorted()).toEqual(left.toSorted());
  });

  it('stay those of a process whose connection broke, when it has another', async () => {
    const [me, other] = [await present(), await present()];
    await run(other.id);
    const holders = (): Promise<{ pid: number }[]> => database.client.$queryRaw`
      SELECT pid FROM pg_locks WHERE locktype = 'advisory'
        AND (classid::bigint << 32 | objid::bigint) = hashtextextended(${other.id}, 0)`;
    const [first] = await holders();
    await database.client.$queryRaw`SELECT pg_terminate_backend(${first!.pid}::int)`;
    await until(async () => {
      const [now] = await holders();
      return now !== undefined && now.pid !== first!.pid;
    });
    expect(await claimOrphanedRuns(database.client, me.id)).toEqual([]);
  });

  it('cannot be told from others without a database, which is said', async () => {
    const databaseUrl = 'postgresql://127.0.0.1:1/none';
    const logger = pino({ level: 'silent' });
    const presence = new LivenessLock({ databaseUrl, logger, id: 'x' });
    open.push(presence);
    await expect(presence.open()).rejects.toThrow('ECONNREFUSED');
  });
});
