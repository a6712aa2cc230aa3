import { createPrismaClient, TRANSACTION, type Database } from '../../prisma/client.ts';
import {
  administerServer,
  allowConnections,
  createTestDatabase,
  type TestDatabase,
} from '../../test/support/database.ts';
import { until } from '../../test/support/until.ts';
import { fromDatabase } from './database-errors.ts';

const ROUNDS = 10;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

/** Each kind of request that the service sends to its database. */
const ways: readonly (readonly [string, (client: Database) => Promise<unknown>])[] = [
  ['a query', (client) => client.flow.count()],
  ['a query in SQL', (client) => client.$queryRaw`SELECT 1 FROM pg_sleep(0.02)`],
  ['a statement in SQL', (client) => client.$executeRaw`SELECT pg_sleep(0.02)`],
  [
    'a transaction',
    (client) =>
      client.$transaction(async (transaction) => {
        await transaction.$queryRaw`SELECT 1 FROM pg_sleep(0.02)`;
        await transaction.flow.count();
      }, TRANSACTION),
  ],
];

async function errorsOf(work: readonly Promise<unknown>[]): Promise<unknown[]> {
  const done = await Promise.allSettled(work);
  return done.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
}

/** Runs a statement that fails with an error of PostgreSQL. */
function raised(condition: string): Promise<number> {
  const sql = `DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '${condition}'; END $$`;
  return database.client.$executeRawUnsafe(sql);
}

function codesOf(errors: readonly unknown[]): unknown[] {
  return errors.map((error) => fromDatabase(error)?.code ?? error);
}

describe('errors of an unreachable database', () => {
  it.each([
    ['no server listens', 'postgresql://u@127.0.0.1:1/d'],
    ['the socket of the local server is missing', 'postgresql://u@localhost/d?host=%2Fnowhere'],
    ['the host has no address', 'postgresql://u@millrace.invalid/d'],
  ])('become `unavailable` for every kind of request: %s', async (_title, url) => {
    const client = createPrismaClient(url, { poolSize: 2 });
    const errors = await errorsOf(ways.map(([, ask]) => ask(client)));
    expect(codesOf(errors)).toEqual(ways.map(() => 'unavailable'));
    await client.$disconnect();
  });

  it.each(ways)(
    'become `unavailable` for a request whose connection is closed: %s',
    async (_title, ask) => {
      const name = new URL(database.url).pathname.slice(1);
      const errors: unknown[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const asked = errorsOf(Array.from({ length: 8 }, () => ask(database.client)));
        await administerServer(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
        );
        errors.push(...(await asked));
      }
      expect(errors.length).toBeGreaterThan(0);
      expect(codesOf(errors)).toEqual(errors.map(() => 'unavailable'));
    },
  );
});

describe('errors of concurrent requests', () => {
  // The tests above closed the connections of the pool, which notices it later.
  beforeAll(async () => {
    await until(async () => {
      const counts = Array.from({ length: 8 }, () => database.client.flow.count());
      return (await errorsOf(counts)).length === 0;
    });
  });

  it.each([
    ['a duplicate name', 'unique_violation'],
    ['a removed reference', 'foreign_key_violation'],
  ])('become `conflict` for a raw statement: %s', async (_title, condition) => {
    expect(codesOf(await errorsOf([raised(condition)]))).toEqual(['conflict']);
  });

  it.each([
    ['a deadlock', 'deadlock_detected'],
    ['a serialization failure', 'serialization_failure'],
  ])('ask for a retry after PostgreSQL rolled back: %s', async (_title, condition) => {
    const [error] = await errorsOf([raised(condition)]);
    expect(fromDatabase(error)).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/nothing was changed; try again/),
    });
  });

  it('become `unavailable` for one of two deadlocked transactions', async () => {
    const { client } = database;
    await client.setting.createMany({ data: ['a', 'b'].map((key) => ({ key, value: 1 })) });
    const both = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const touchBoth = (keys: readonly string[], at: number): Promise<unknown> =>
      client.$transaction(async (transaction) => {
        for (const key of keys) {
          await transaction.setting.update({ where: { key }, data: { value: at } });
          both[at]?.resolve(undefined);
          await both[1 - at]?.promise;
        }
      }, TRANSACTION);
    const errors = await errorsOf([touchBoth(['a', 'b'], 0), touchBoth(['b', 'a'], 1)]);
    expect(codesOf(errors)).toEqual(['unavailable']);
  });
});

describe('errors of a database during a failover', () => {
  it('become `unavailable` while it accepts no connections', async () => {
    const own = await createTestDatabase();
    await allowConnections(own.url, false);
    const client = createPrismaClient(own.url, { poolSize: 2 });
    const errors = await errorsOf(ways.map(([, ask]) => ask(client)));
    expect(codesOf(errors)).toEqual(ways.map(() => 'unavailable'));
    await client.$disconnect();
    await allowConnections(own.url, true);
    await own.drop();
  });

  it('become `unavailable` while it accepts no writes', async () => {
    const write = database.client.$transaction(async (transaction) => {
      await transaction.$executeRaw`SET TRANSACTION READ ONLY`;
      await transaction.setting.create({ data: { key: 'c', value: 1 } });
    }, TRANSACTION);
    expect(codesOf(await errorsOf([write]))).toEqual(['unavailable']);
  });
});

describe('errors of a reachable database', () => {
  async function detailsOf(work: readonly Promise<unknown>[]): Promise<unknown[]> {
    return (await errorsOf(work)).map((error) => fromDatabase(error)?.message ?? error);
  }

  it('name a transaction timeout, not an unreachable database', async () => {
    const slow = database.client.$transaction(
      async (transaction) => {
        await transaction.$queryRaw`SELECT 1 FROM pg_sleep(0.2)`;
        await transaction.flow.count();
      },
      { ...TRANSACTION, timeout: 50 },
    );
    expect(await detailsOf([slow])).toEqual([expect.stringMatching(/longer than it may/)]);
  });

  it('name a pool timeout, not an unreachable database', async () => {
    const client = createPrismaClient(database.url, { poolSize: 1 });
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<undefined>();
    const busy = client.$transaction(async (transaction) => {
      await transaction.flow.count();
      begin(undefined);
      await released;
    }, TRANSACTION);
    await begun;
    const waiting = client.$transaction((transaction) => transaction.flow.count(), {
      ...TRANSACTION,
      maxWait: 50,
    });
    expect(await detailsOf([waiting])).toEqual([expect.stringMatching(/No database connection/)]);
    release(undefined);
    await busy;
    await client.$disconnect();
  });
});

it('fromDatabase returns null for an invalid statement', async () => {
  const errors = await errorsOf([database.client.$queryRaw`SELECT nothing`]);
  expect(errors).toHaveLength(1);
  expect(fromDatabase(errors[0])).toBeNull();
});
