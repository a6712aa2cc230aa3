import { randomUUID } from 'node:crypto';
import { newRun, RunRecords, SILENT } from '../../../test/support/run-records.ts';
import { recoverRuns } from './recover-runs.ts';
import { putRunSpec } from '../launch/run-spec.ts';
import { insertRun } from '../../domain/runs/new-run-store.ts';

describe('recoverRuns', () => {
  let records: RunRecords;

  beforeAll(async () => {
    records = await RunRecords.open();
  });

  afterAll(() => records.close());

  /** Makes a pending run of a dead process, with a stored spec. */
  async function pendingRun(flowId: string): Promise<string> {
    const run = newRun(flowId, { executorId: 'dead' });
    await insertRun(records.client, run);
    const { engine, graph, parameters } = run;
    const spec = { runId: run.id, flowName: 'Flow', engine, graph, parameters, inputs: [] };
    await putRunSpec(records.objects, spec);
    return run.id;
  }

  /** @returns for each run `launched`, or the error it is recorded with */
  async function recovered(): Promise<ReadonlyMap<string, string | null>> {
    const outcomes = new Map<string, string | null>();
    const { finished } = await recoverRuns({
      database: records.client,
      objects: records.objects,
      backend: {
        executorId: randomUUID(),
        launch: ({ runId }) => {
          outcomes.set(runId, 'launched');
          return Promise.resolve();
        },
        record: ({ runId }, { errorMessage }) => {
          outcomes.set(runId, errorMessage);
          return Promise.resolve();
        },
      },
      logger: SILENT,
      signal: new AbortController().signal,
    });
    await finished;
    return outcomes;
  }

  it('launches pending runs, and fails those whose flow was deleted', async () => {
    const { flowId } = records;
    const deleted = { id: randomUUID(), projectId: 'p', name: 'Deleted', graphJson: '{}' };
    await records.client.flow.create({ data: deleted });
    const left = await pendingRun(flowId);
    const orphan = await pendingRun(deleted.id);
    const data = { deletedAt: new Date() };
    await records.client.flow.update({ where: { id: deleted.id }, data });
    expect(Object.fromEntries(await recovered())).toEqual({
      [left]: 'launched',
      [orphan]: 'The flow of this run was deleted before the run could start.',
    });
  });
});
