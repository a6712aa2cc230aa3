import { pino } from 'pino';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { until } from '../../../test/support/until.ts';
import { RunFinishedListener } from './run-finished-listener.ts';

describe('RunFinishedListener', () => {
  let database: TestDatabase;
  let listener: RunFinishedListener;
  let ended: string[];
  let connections: number;

  beforeEach(async () => {
    database = await createTestDatabase();
    ended = [];
    connections = 0;
    listener = new RunFinishedListener({
      databaseUrl: database.url,
      logger: pino({ level: 'silent' }),
      onFinished: (runId) => ended.push(runId),
      onConnected: () => connections++,
    });
    listener.start();
    await until(() => connections === 1);
  });

  afterEach(async () => {
    await listener.close();
    await database.drop();
  });

  const notify = async (runId: string): Promise<void> => {
    await database.client.$executeRaw`SELECT pg_notify('run_ended', ${runId})`;
  };
  const sessions = async (): Promise<number[]> => {
    const found = await database.client.$queryRaw<{ pid: number }[]>`
      SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND query = 'LISTEN run_ended'`;
    return found.map(({ pid }) => pid);
  };

  it('receives the id of each finished run', async () => {
    await notify('one');
    await notify('two');
    await until(() => ended.length === 2);
    expect(ended).toEqual(['one', 'two']);
  });

  it('reconnects after its connection was lost, and reports the reconnection', async () => {
    const [pid] = await sessions();
    await database.client.$queryRaw`SELECT pg_terminate_backend(${pid}::int)`;
    await notify('missed');
    await until(() => connections === 2);
    await notify('received');
    await until(() => ended.includes('received'));
  });

  it('closes its connection', async () => {
    expect(await sessions()).toHaveLength(1);
    await listener.close();
    await until(async () => (await sessions()).length === 0);
  });
});
