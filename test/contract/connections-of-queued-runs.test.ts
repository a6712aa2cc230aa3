import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { signalRunners } from '../support/runner-processes.ts';
import { chain, output, useRunService } from '../support/run-service.ts';

const api = useRunService({ SERVICE_MAX_CONCURRENT_RUNS: '1' });

/** A database of one table with one name. @returns its path */
async function databaseOf(name: string): Promise<string> {
  const folder = path.join(api.service.dataDir, 'storage');
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${name}-${crypto.randomUUID()}.db`);
  const database = new DatabaseSync(file);
  database.exec(`CREATE TABLE items (name TEXT); INSERT INTO items VALUES ('${name}')`);
  database.close();
  return file;
}

/** A run that waits behind another one, of a flow that reads a database by a connection. */
async function queued(): Promise<{ readonly id: string; readonly connection: string }> {
  const body = { name: `S ${crypto.randomUUID()}`, provider: 'sqlite' };
  const saved = await api.service.call('POST', '/api/connections', {
    ...body,
    database: await databaseOf('before'),
  });
  expect(saved.status).toBe(201);
  const { id: connection } = saved.json as { readonly id: string };
  const config = { connection_id: connection, table: 'items' };
  const flow = await api.flowOf(
    chain([{ id: 'in', type: 'sqlInput', data: { label: 'Items', config } }, output()]),
  );
  await api.halted();
  const answer = await api.run(flow, {}, { Prefer: 'respond-async' });
  expect(answer.json).toMatchObject({ status: 'pending' });
  return { id: (answer.json as { readonly id: string }).id, connection };
}

/** Lets the runs go on. @returns the rows that the queued one read */
async function rowsOf(id: string): Promise<string> {
  expect(await api.get(id)).toMatchObject({ status: 'pending' });
  await signalRunners('SIGCONT');
  const { status, error_message } = await api.until(id, (run) => run.finished_at !== null);
  expect({ status, error_message }).toEqual({ status: 'success', error_message: null });
  return (await api.service.call('GET', `/api/runs/${id}/output`)).text;
}

describe('a run that waits in the queue', () => {
  it('uses its connection as it was at its start, although it is changed meanwhile', async () => {
    const { id, connection } = await queued();
    const database = await databaseOf('after');
    const route = `/api/connections/${connection}`;
    expect((await api.service.call('PATCH', route, { database })).status).toBe(200);
    expect(await rowsOf(id)).toBe('name\nbefore\n');
  });

  it('uses its connection as it was at its start, although it is deleted meanwhile', async () => {
    const { id, connection } = await queued();
    const route = `/api/connections/${connection}?force=true`;
    expect((await api.service.call('DELETE', route)).status).toBe(204);
    expect(await rowsOf(id)).toBe('name\nbefore\n');
  });
});
