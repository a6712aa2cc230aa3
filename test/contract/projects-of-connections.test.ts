import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { startTestApp, type Answer, type TestApp } from '../support/app.ts';
import { WEBHOOK_AUTHORIZED, WEBHOOK_SECRET } from '../support/contract-app.ts';
import { SlotOutcomes } from '../support/slot-outcomes.ts';
import { until } from '../support/until.ts';

let app: TestApp;
let folder: string;
/** Two projects; the connections of the tests are for the first one. */
let sales: string;
let risk: string;

beforeAll(async () => {
  app = await startTestApp({
    SERVICE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    SERVICE_SCHEDULER_POLL_INTERVAL_SECONDS: '1',
    SERVICE_SCHEDULER_MAX_CONSECUTIVE_FAILURES: '0',
    SERVICE_MAX_CONCURRENT_RUNS: '1',
  });
  folder = path.join(app.dataDir, 'storage', 'shop');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'orders.csv'), 'id\n1\n');
  sales = await project('Sales');
  risk = await project('Risk');
});

afterAll(() => app.close());

async function project(name: string): Promise<string> {
  const answer = await app.call('POST', '/api/projects', { name });
  expect(answer).toMatchObject({ status: 201 });
  return String(answer.body.id);
}

/** The body of a connection to the folder of the tests. */
function body(fields: object = {}): object {
  return { name: `C ${crypto.randomUUID()}`, provider: 'local', database: folder, ...fields };
}

async function connection(fields: object = {}): Promise<string> {
  const answer = await app.call('POST', '/api/connections', body(fields));
  expect(answer).toMatchObject({ status: 201 });
  return String(answer.body.id);
}

function graphOf(connectionId: string): object {
  const config = { connection_id: connectionId, path: 'orders.csv' };
  return {
    nodes: [
      { id: 'in', type: 'storageInput', data: { label: 'Orders', config } },
      { id: 'out', type: 'csvOutput', data: { config: {} } },
    ],
    edges: [{ source: 'in', target: 'out' }],
  };
}

async function flowIn(projectId: string, connectionId: string, name = 'Reads'): Promise<string> {
  const graph_json = graphOf(connectionId);
  const answer = await app.call('POST', '/api/flows', { name, project_id: projectId, graph_json });
  expect(answer).toMatchObject({ status: 201 });
  return String(answer.body.id);
}

const run = (flow: string): Promise<Answer> => app.call('POST', `/api/flows/${flow}/runs`);
const change = (id: string, fields: object, query = ''): Promise<Answer> =>
  app.call('PATCH', `/api/connections/${id}${query}`, fields);

function refusal(connectionName: string, projectName: string): string {
  return `"connection_id" names the connection "${connectionName}", which flows of the project "${projectName}" may not use. Choose another connection, or add the project to the project_ids of this one.`;
}

/** A flow of Risk that names a connection which only Sales may use. */
async function refused(name: string): Promise<{ id: string; flow: string; sentence: string }> {
  const id = await connection({ name, project_ids: [sales] });
  return { id, flow: await flowIn(risk, id), sentence: refusal(name, 'Risk') };
}

describe('the projects of a connection', () => {
  it('are null by default, and flows of every project then use the connection', async () => {
    const id = await connection();
    expect((await app.call('GET', `/api/connections/${id}`)).body).toMatchObject({
      project_ids: null,
    });
    for (const each of [sales, risk]) {
      const flow = await flowIn(each, id);
      expect((await app.call('POST', `/api/flows/${flow}/validate`)).body.valid).toBe(true);
      expect((await run(flow)).body).toMatchObject({ status: 'success' });
    }
  });

  it('are saved, shown and changed, and an absent field keeps them', async () => {
    const id = await connection({ project_ids: [sales, sales] });
    const shown = async (): Promise<unknown> =>
      (await app.call('GET', `/api/connections/${id}`)).body.project_ids;
    expect(await shown()).toEqual([sales]);
    expect((await change(id, { name: `Renamed ${id}` })).body).toMatchObject({
      project_ids: [sales],
    });
    const both = await change(id, { project_ids: [risk, sales] });
    expect(both.body.project_ids).toEqual([risk, sales].toSorted());
    expect((await change(id, { project_ids: null })).body.project_ids).toBeNull();
    expect(await shown()).toBeNull();
  });

  it('are no part of what a test of the connection proved', async () => {
    const id = await connection();
    await app.call('POST', `/api/connections/${id}/test`);
    expect((await change(id, { project_ids: [sales] })).body).toMatchObject({
      project_ids: [sales],
      last_test_status: 'ok',
    });
    expect(await app.call('POST', `/api/connections/${id}/test`)).toMatchObject({
      body: { ok: true },
    });
    expect(await app.call('GET', `/api/connections/${id}/objects`)).toMatchObject({
      body: ['orders.csv'],
    });
  });

  it.each([
    ['an unknown project', () => ['nope'], 400, /"project_ids" names the project "nope", which/],
    ['a known and an unknown project', () => [sales, 'nope'], 400, /the project "nope", which/],
    ['no project', () => [], 400, /"project_ids" is empty.*null for all projects/],
    ['a text', () => sales, 422, /project_ids/],
    ['a number in the list', () => [7], 422, /project_ids/],
  ])('are rejected for %s, by name of the field', async (_what, ids, status, message) => {
    const made = await app.call('POST', '/api/connections', body({ project_ids: ids() }));
    expect(made.status).toBe(status);
    const { detail } = made.body;
    expect(typeof detail === 'string' ? detail : JSON.stringify(detail)).toMatch(message);
    const id = await connection({ project_ids: [risk] });
    const changed = await change(id, { project_ids: ids() });
    expect(changed).toMatchObject({ status, body: { detail } });
    expect((await app.call('GET', `/api/connections/${id}`)).body.project_ids).toEqual([risk]);
  });

  it('filter the list of connections by what flows of a project may use', async () => {
    const [open, own, other] = [
      await connection(),
      await connection({ project_ids: [sales] }),
      await connection({ project_ids: [risk] }),
    ];
    const answer = await app.call('GET', `/api/connections?project_id=${sales}`);
    const ids = (answer.body as unknown as { id: string }[]).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([own, open]));
    expect(ids).not.toContain(other);
    expect(answer.headers.get('X-Total-Count')).toBe(String(ids.length));
    const page = await app.call('GET', `/api/connections?project_id=${sales}&limit=1`);
    expect(page.body).toMatchObject([{ id: own }]);
  });
});

describe('a flow whose project may not use its connection', () => {
  it('is saved, and validate reports the node with connection and project', async () => {
    const { flow, sentence, id } = await refused('Shop A');
    const problem = {
      node_id: 'in',
      field: 'connection_id',
      parameter: null,
      severity: 'error',
      message: sentence,
    };
    const validated = await app.call('POST', `/api/flows/${flow}/validate`);
    expect(validated.body).toMatchObject({ valid: false });
    expect(validated.body.problems).toContainEqual(problem);

    const unsaved = (fields: object): Promise<Answer> =>
      app.call('POST', '/api/flows/validate', { graph_json: graphOf(id), ...fields });
    expect((await unsaved({ project_id: risk })).body.problems).toContainEqual(problem);
    expect((await unsaved({ project_id: sales })).body).toMatchObject({ valid: true });
    expect((await unsaved({})).body).toMatchObject({ valid: true });
  });

  it('is neither previewed nor exported', async () => {
    const { flow, sentence } = await refused('Shop B');
    const detail = `Orders (in): ${sentence}`;
    const preview = await app.call('POST', `/api/flows/${flow}/preview`, { node_id: 'in' });
    expect(preview).toMatchObject({ status: 400, body: { detail } });
    expect(await app.call('POST', `/api/flows/${flow}/export/python`)).toMatchObject({
      status: 400,
      body: { detail },
    });
  });

  it('fails when it is run, triggered or retried, and its runs say why', async () => {
    const { id, flow, sentence } = await refused('Shop C');
    const failed = { status: 'failed', error_message: `Orders (in): ${sentence}` };
    const started = await run(flow);
    expect(started.body).toMatchObject(failed);
    const triggered = await app.call(
      'POST',
      `/api/flows/${flow}/trigger`,
      undefined,
      WEBHOOK_AUTHORIZED,
    );
    const triggeredId = String(triggered.body.run_id ?? triggered.body.id);
    await until(async () => {
      const { body: found } = await app.call('GET', `/api/runs/${triggeredId}`);
      return found.status === 'failed' ? found : null;
    });
    expect((await app.call('GET', `/api/runs/${triggeredId}`)).body).toMatchObject(failed);
    const retry = `/api/runs/${String(started.body.id)}/retry`;
    expect((await app.call('POST', retry)).body).toMatchObject(failed);
    await change(id, { project_ids: [sales, risk] });
    expect((await app.call('POST', retry)).body).toMatchObject({ status: 'success' });
  });

  it('fails when the value of a parameter, not its default, names the connection', async () => {
    const { id, sentence } = await refused('Shop D');
    const parameters = [{ name: 'shop', type: 'string', default: await connection() }];
    const graph_json = { ...graphOf('{{ shop }}'), parameters };
    const made = await app.call('POST', '/api/flows', { name: 'P', project_id: risk, graph_json });
    const flow = `/api/flows/${String(made.body.id)}`;
    expect((await app.call('POST', `${flow}/runs`)).body).toMatchObject({ status: 'success' });
    const chosen = await app.call('POST', `${flow}/runs`, { parameters: { shop: id } });
    expect(chosen.body).toMatchObject({
      status: 'failed',
      error_message: `Orders (in): ${sentence}`,
    });
  });

  it('is judged by its own project when it is moved or copied', async () => {
    const id = await connection({ project_ids: [sales] });
    const flow = await flowIn(sales, id);
    const copy = await app.call('POST', `/api/flows/${flow}/duplicate`);
    expect((await run(String(copy.body.id))).body).toMatchObject({ status: 'success' });

    const moved = await app.call('PUT', `/api/flows/${flow}`, { project_id: risk });
    expect(moved).toMatchObject({ status: 200 });
    expect((await run(flow)).body).toMatchObject({ status: 'failed' });
    const failingCopy = await app.call('POST', `/api/flows/${flow}/duplicate`);
    expect((await run(String(failingCopy.body.id))).body).toMatchObject({ status: 'failed' });
    await app.call('PUT', `/api/flows/${flow}`, { project_id: sales });
    expect((await run(flow)).body).toMatchObject({ status: 'success' });
  });
});

describe('a change that takes a connection from flows', () => {
  it('needs force, names only the flows that lose the connection, and their runs fail', async () => {
    const name = `Shared ${crypto.randomUUID()}`;
    const id = await connection({ name });
    await flowIn(sales, id, 'Keeps it');
    const loser = await flowIn(risk, id, 'Loses it');
    expect(await change(id, { project_ids: [sales] })).toMatchObject({
      status: 409,
      body: {
        detail: `The connection "${name}" is used by the flow "Loses it" of projects that "project_ids" leaves out. Change these flows first, or change it with force=true.`,
      },
    });
    expect(await change(id, { project_ids: ['nope'] })).toMatchObject({ status: 400 });
    expect((await run(loser)).body).toMatchObject({ status: 'success' });

    expect(await change(id, { project_ids: [sales] }, '?force=true')).toMatchObject({
      status: 200,
      body: { project_ids: [sales] },
    });
    expect((await run(loser)).body).toMatchObject({
      status: 'failed',
      error_message: `Orders (in): ${refusal(name, 'Risk')}`,
    });
    // Flows that had lost it already are no reason.
    expect(await change(id, { project_ids: [sales] })).toMatchObject({ status: 200 });
  });

  it('fails the next slot of a schedule that waits for changed data', async () => {
    const id = await connection();
    const flow = await flowIn(risk, id);
    const schedule = { cron: '@yearly', only_if_changed: true };
    const made = await app.call('POST', `/api/flows/${flow}/schedules`, schedule);
    const slots = new SlotOutcomes(app, String(made.body.id));
    expect(await slots.next()).toBe('success');
    expect(await slots.next()).toBe('unchanged');
    await change(id, { project_ids: [sales] }, '?force=true');
    expect(await slots.next()).toBe('failed');
    await change(id, { project_ids: null });
    expect(await slots.next()).toBe('unchanged');
  });

  it('leaves the runs that were accepted before, also those that wait', async () => {
    const server = new URL(app.databaseUrl);
    const id = await connection({
      provider: 'postgresql',
      host: server.searchParams.get('host') ?? server.hostname,
      port: Number(server.port || '5432'),
      database: server.pathname.slice(1),
      username: decodeURIComponent(server.username),
    });
    const query = 'SELECT 1 AS id FROM pg_advisory_xact_lock_shared(20261127)';
    const config = { connection_id: id, mode: 'query', query };
    const graph_json = {
      nodes: [
        { id: 'in', type: 'sqlInput', data: { config } },
        { id: 'out', type: 'csvOutput', data: { config: {} } },
      ],
      edges: [{ source: 'in', target: 'out' }],
    };
    const made = await app.call('POST', '/api/flows', {
      name: 'Held',
      project_id: risk,
      graph_json,
    });
    const route = `/api/flows/${String(made.body.id)}/runs`;
    const holder = new Client({ connectionString: app.databaseUrl });
    await holder.connect();
    try {
      await holder.query('SELECT pg_advisory_lock(20261127)');
      const start = (): Promise<Answer> =>
        app.call('POST', route, undefined, { Prefer: 'respond-async' });
      const accepted = [await start(), await start()];
      await change(id, { project_ids: [sales] }, '?force=true');
      await holder.query('SELECT pg_advisory_unlock(20261127)');
      for (const { body: one } of accepted) {
        const status = await until(async () => {
          const { body: found } = await app.call('GET', `/api/runs/${String(one.id)}`);
          return found.finished_at === null ? null : found.status;
        });
        expect(status).toBe('success');
      }
      expect((await run(String(made.body.id))).body).toMatchObject({ status: 'failed' });
    } finally {
      await holder.end();
    }
  });
});

describe('the deletion of a project', () => {
  it('takes it from connections, and the last one leaves a connection that no flow may use', async () => {
    const [first, second] = [await project('First'), await project('Second')];
    const name = `Lonely ${crypto.randomUUID()}`;
    const id = await connection({ name, project_ids: [first, second] });
    const flow = await flowIn(first, id);
    expect((await run(flow)).body).toMatchObject({ status: 'success' });

    await app.call('DELETE', `/api/projects/${first}`);
    expect((await app.call('GET', `/api/connections/${id}`)).body.project_ids).toEqual([second]);
    // The flow is in the default project now.
    expect((await run(flow)).body).toMatchObject({
      status: 'failed',
      error_message: `Orders (in): ${refusal(name, 'Default')}`,
    });
    await app.call('DELETE', `/api/projects/${second}`);
    expect((await app.call('GET', `/api/connections/${id}`)).body.project_ids).toEqual([]);
    expect((await change(id, { name: `${name} 2` })).body.project_ids).toEqual([]);
    expect((await run(flow)).body).toMatchObject({ status: 'failed' });
    expect(await change(id, { project_ids: [first] })).toMatchObject({ status: 400 });
    expect(await change(id, { project_ids: null })).toMatchObject({ status: 200 });
    expect((await run(flow)).body).toMatchObject({ status: 'success' });
  });
});
