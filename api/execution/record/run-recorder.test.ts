import { RunRecords, SUCCESS, writeOutput } from '../../../test/support/run-records.ts';
import { pino } from 'pino';
import type { OutputFile } from '../../../runner/domain/run-result.ts';
import { allowConnections } from '../../../test/support/database.ts';
import { until } from '../../../test/support/until.ts';
import type { RecorderDeps } from './run-recorder.ts';

describe('recording a run whose output becomes a dataset', () => {
  let records: RunRecords;
  const warnings: string[] = [];

  beforeEach(async () => {
    records = await RunRecords.open();
    warnings.length = 0;
  });

  afterEach(() => records.close());

  /** Adds a run with the file that it has written. */
  async function pending(): Promise<{ runId: string; output: OutputFile }> {
    const runId = await records.add();
    return { runId, output: await writeOutput(records.objects, runId) };
  }

  /** @returns whether the outcome was recorded */
  async function record(
    runId: string,
    output: OutputFile,
    more: Partial<Pick<RecorderDeps, 'maxBackoffMs' | 'stopping'>> = {},
  ): Promise<boolean> {
    const logger = pino({ level: 'warn' }, { write: (line) => warnings.push(line) });
    const recorder = records.recorder({ maxAttempts: 1000, ...more, logger }, { logger });
    return await recorder.record({ runId, attempt: 1 }, { ...SUCCESS, outputs: [output] });
  }

  it('succeeds after the database was unavailable', async () => {
    const { runId, output } = await pending();
    await allowConnections(records.database.url, false);
    const isWritten = record(runId, output);
    await until(() => warnings.length > 0);
    await allowConnections(records.database.url, true);
    expect(await isWritten).toBe(true);
    const run = await records.client.run.findUniqueOrThrow({ where: { id: runId } });
    expect(run.status).toBe('success');
    const versions = await records.client.datasetVersion.findMany({ include: { dataset: true } });
    expect(versions).toMatchObject([{ sourceRunId: runId, dataset: { name: 'Kept' } }]);
  });

  it('keeps retrying with a bounded backoff', async () => {
    const { runId, output } = await pending();
    await allowConnections(records.database.url, false);
    const isWritten = record(runId, output, { maxBackoffMs: 5 });
    await until(() => warnings.length > 30);
    await allowConnections(records.database.url, true);
    expect(await isWritten).toBe(true);
  });

  it('gives up when the process stops while the database is unavailable, and leaves the run pending', async () => {
    const { runId, output } = await pending();
    await allowConnections(records.database.url, false);
    const stopping = new AbortController();
    const { signal } = stopping;
    const isWritten = record(runId, output, { stopping: signal });
    // From then on the backoff takes seconds.
    await until(() => warnings.length > 4);
    const stoppedAt = performance.now();
    stopping.abort();
    await expect(isWritten).rejects.toThrow();
    expect(performance.now() - stoppedAt).toBeLessThan(1000);
    await allowConnections(records.database.url, true);
    const run = await records.client.run.findUniqueOrThrow({ where: { id: runId } });
    expect(run.status).toBe('pending');
  });
});
