import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { jest } from '@jest/globals';
import { Client } from 'pg';
import { TRANSACTION } from '../../../prisma/client.ts';
import type { Prisma } from '../../../prisma/generated/client.ts';
import type { Answer, TestApp } from '../../../test/support/app.ts';
import { allowConnections } from '../../../test/support/database.ts';
import { startTestAppInProcess } from '../../../test/support/in-process-app.ts';
import { until } from '../../../test/support/until.ts';
import { createRegistrationStore } from '../../domain/datasets/registration-store.ts';

const CSV = 'id,name\n1,Ann\n';

let app: TestApp;
beforeAll(async () => {
  app = await startTestAppInProcess();
});
afterAll(() => app.close());

afterEach(async () => {
  jest.restoreAllMocks();
  await allowConnections(app.databaseUrl, true);
});

/** How the next COMMIT of an upload fails. */
interface Loss {
  /** What the server executes in its place. */
  readonly executed: 'COMMIT' | 'ROLLBACK';
  /** Whether the client gets the response. By default it is lost. */
  readonly isAnswered?: true;
  /** Whether the database is unreachable afterwards. */
  readonly isAway: boolean;
}

type Query = (this: Client, query: string | { text: string }) => Promise<unknown>;

/** Closes the connection of the next upload at its COMMIT, or after it. */
function loseCommit({ executed, isAnswered, isAway }: Loss): void {
  const prototype = Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  const uploading = new WeakSet<Client>();
  let isOver = false;
  const replaced = async function (this: Client, ...args: Parameters<Query>): Promise<unknown> {
    const [asked] = args;
    const sql = typeof asked === 'string' ? asked : asked.text;
    if (/INSERT INTO .*dataset_versions/.test(sql)) uploading.add(this);
    if (sql !== 'COMMIT' || !uploading.has(this) || isOver) return await query.apply(this, args);
    isOver = true;
    const answer = await query.call(this, executed);
    if (isAway) await allowConnections(app.databaseUrl, false);
    if (isAnswered) return answer;
    throw new Error('Connection terminated unexpectedly');
  };
  jest.spyOn(prototype, 'query').mockImplementation(replaced);
}

const upload = (name: string): Promise<Answer> => app.upload('/api/datasets/upload', name, CSV);

async function objects(): Promise<string[]> {
  const folder = path.join(app.dataDir, 'objects');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe('an upload whose connection is lost at its COMMIT', () => {
  it('answers 201 and keeps the files when the version was committed', async () => {
    loseCommit({ executed: 'COMMIT', isAway: false });
    const { status, body } = await upload('committed.csv');
    expect([status, body]).toMatchObject([201, { name: 'committed.csv', latest_version: 1 }]);
    const download = `/api/datasets/${body.id}/versions/1/download`;
    expect((await app.call('GET', download)).body).toBe(CSV);
  });

  it('answers 503 and leaves nothing behind when it was rolled back', async () => {
    const before = await objects();
    loseCommit({ executed: 'ROLLBACK', isAway: false });
    expect((await upload('rolled-back.csv')).status).toBe(503);
    expect(await objects()).toEqual(before);
  });

  it('keeps the files and logs their keys when the database does not answer', async () => {
    loseCommit({ executed: 'COMMIT', isAway: true });
    expect((await upload('unclear.csv')).status).toBe(503);
    await allowConnections(app.databaseUrl, true);
    const { body } = await app.call('GET', '/api/datasets');
    const { id } = (body as { id: string; name: string }[]).find(
      ({ name }) => name === 'unclear.csv',
    )!;
    expect((await app.call('GET', `/api/datasets/${id}/versions/1/download`)).body).toBe(CSV);
    const database = await app.openDatabase();
    const version = await database.datasetVersion.findFirstOrThrow({
      where: { datasetId: id },
    });
    expect(
      (await app.readLogs()).filter(({ msg }) => String(msg).startsWith('an upload may')),
    ).toMatchObject([{ keys: [version.sourceKey, version.dataKey] }]);
  });
});

it('answers 201 to an upload when the database is unreachable after its COMMIT, without a comparison', async () => {
  await upload('away.csv');
  loseCommit({ executed: 'COMMIT', isAnswered: true, isAway: true });
  const { status, body } = await app.upload('/api/datasets/upload', 'away.csv', 'id\n1\n');
  await allowConnections(app.databaseUrl, true);
  expect([status, body]).toMatchObject([201, { latest_version: 2, warnings: [] }]);
  const { body: dataset } = await app.call('GET', `/api/datasets/${body.id}`);
  expect(body).toEqual({ ...dataset, warnings: [] });
  expect((await app.readLogs()).filter(({ datasetId }) => datasetId === body.id)).toMatchObject([
    { msg: 'could not compare an upload with the version before it', versionNumber: 2 },
  ]);
});

it('polls for a version that is being committed until its transaction has finished', async () => {
  const { body } = await upload('late.csv');
  const client = await app.openDatabase();
  const { project_id: projectId } = body as { project_id: string };
  const id = 'late';
  const asked = Promise.withResolvers<ReturnType<typeof outcome>>();
  const outcome = (): ReturnType<ReturnType<typeof createRegistrationStore>['outcomeOf']> =>
    createRegistrationStore(client).outcomeOf({ id }, { projectId });
  const commit = async (transaction: Prisma.TransactionClient): Promise<void> => {
    await transaction.$queryRaw`SELECT id FROM projects WHERE id = ${projectId} FOR SHARE`;
    await transaction.$executeRaw`
      INSERT INTO dataset_versions
      SELECT (jsonb_populate_record(v, '{"id": "late", "version_number": 2}')).*
      FROM dataset_versions v WHERE dataset_id = ${body.id}`;
    asked.resolve(outcome());
    await until(async () => {
      const waiting = await client.$queryRaw<unknown[]>`
        SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return waiting.length > 0;
    });
  };
  await client.$transaction(commit, TRANSACTION);
  expect(await asked.promise).toMatchObject({ number: 2, dataset: { id: body.id } });
});
