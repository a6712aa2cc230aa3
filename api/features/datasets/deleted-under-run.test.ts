import { deleteVersion } from '../../domain/datasets/delete-version-store.ts';
import { insertRun } from '../../domain/runs/new-run-store.ts';
import { TRANSACTION, type Database } from '../../../prisma/client.ts';
import { startTestApp, type Answer, type TestApp } from '../../../test/support/app.ts';
import { chain, input, output } from '../../../test/support/contract-graphs.ts';
import { newRun } from '../../../test/support/run-records.ts';
import { until } from '../../../test/support/until.ts';

let app: TestApp;
let database: Database;
beforeAll(async () => {
  app = await startTestApp();
  database = await app.openDatabase();
});
afterAll(() => app.close());

/** A dataset with the versions 1 and 2, and a flow that reads the latest. */
async function readingFlow(name: string): Promise<{ datasetId: string; flowId: string }> {
  const first = await app.upload('/api/datasets/upload', `${name}.csv`, 'a\n1\n');
  await app.upload('/api/datasets/upload', `${name}.csv`, 'a\n1\n2\n');
  const datasetId = String(first.body.id);
  const made = await app.call('POST', '/api/flows', {
    name,
    project_id: first.body.project_id,
    graph_json: chain([input(datasetId), output()]),
  });
  return { datasetId, flowId: String(made.body.id) };
}

/** Resolves when a statement waits for a lock that another transaction has. */
async function isBlocked(): Promise<void> {
  await until(async () => {
    const waiting = await database.$queryRaw<unknown[]>`
      SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return waiting.length > 0;
  });
}

describe('a version that is deleted while a run of it is started', () => {
  it.each([{}, { 'Idempotency-Key': 'one' }])(
    'is not read by the run, which reads the version that is the latest then: %j',
    async (headers) => {
      const { datasetId, flowId } = await readingFlow(`Raced ${Object.keys(headers).length}`);
      const started: Promise<Answer>[] = [];
      await database.$transaction(async (transaction) => {
        expect(await deleteVersion(transaction, datasetId, 2)).toEqual({ kind: 'deleted' });
        started.push(app.call('POST', `/api/flows/${flowId}/runs`, undefined, headers));
        await isBlocked();
      }, TRANSACTION);
      expect(await started[0]).toMatchObject({
        status: 201,
        body: { status: 'success', input_datasets: [{ version_number: 1 }] },
      });
    },
  );

  it('is kept when the run is inserted first', async () => {
    const { datasetId, flowId } = await readingFlow('Kept');
    const binding = {
      nodeId: 'in',
      datasetId,
      datasetName: 'Kept.csv',
      versionNumber: 2,
      dataKey: 'k',
      columns: [],
      rowCount: 2,
    };
    const deleted: Promise<Answer>[] = [];
    await database.$transaction(async (transaction) => {
      expect(await insertRun(transaction, newRun(flowId, { inputs: [binding] }))).toBe(true);
      deleted.push(app.call('DELETE', `/api/datasets/${datasetId}/versions/2`));
      await isBlocked();
    }, TRANSACTION);
    expect(await deleted[0]).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('is being read by runs of "Kept"') as unknown },
    });
  });
});
