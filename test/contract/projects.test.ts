import { startTestApp, type Database, type TestApp } from '../support/app.ts';

let app: TestApp;
let database: Database;

beforeAll(async () => {
  app = await startTestApp();
  database = await app.openDatabase();
});

afterAll(() => app.close());

async function create(name: string): Promise<string> {
  const { status, body } = await app.call('POST', '/api/projects', { name });
  expect(status).toBe(201);
  return (body as { id: string }).id;
}

async function addDataset(projectId: string, name: string): Promise<string> {
  const id = crypto.randomUUID();
  const facts = {
    id,
    projectId,
    name,
    nameKey: name.toLowerCase(),
    sourceType: 'csv',
    datasetKind: 'input',
  };
  await database.dataset.create({ data: facts });
  return id;
}

async function addFlow(projectId: string, isDisabled = false): Promise<string> {
  const id = crypto.randomUUID();
  await database.flow.create({
    data: { id, projectId, name: 'f', graphJson: '{}', isDisabled },
  });
  return id;
}

async function isFlowDisabled(id: string): Promise<boolean | undefined> {
  return (await database.flow.findUnique({ where: { id } }))?.isDisabled;
}

describe('projects', () => {
  it('always include a default project, which is listed first', async () => {
    const both = await Promise.all([
      app.call('GET', '/api/projects'),
      app.call('GET', '/api/projects'),
    ]);
    for (const { body } of both) {
      expect(body).toMatchObject([{ name: 'Default', color: 'violet', is_default: true }]);
    }
  });

  it('are created with defaults, trimmed, and read back', async () => {
    const made = await app.call('POST', '/api/projects', { name: '  Alpha ' });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.stringMatching(
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      ) as string,
      name: 'Alpha',
      description: null,
      color: 'violet',
      is_default: false,
      is_disabled: false,
      dataset_count: 0,
      flow_count: 0,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as string,
      updated_at: expect.any(String) as string,
    });
    expect(
      (await app.call('GET', `/api/projects/${(made.body as { id: string }).id}`)).body,
    ).toEqual(made.body);
  });

  it.each([
    ['ALPHA', 409],
    ['default', 400],
    [' DEFAULT ', 400],
  ])('cannot be named %j: %d', async (name, status) => {
    expect((await app.call('POST', '/api/projects', { name })).status).toBe(status);
  });

  it('accept a name once when two requests use it concurrently', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => app.call('POST', '/api/projects', { name: 'Race' })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([
      201,
      ...Array<number>(7).fill(409),
    ]);
  });

  it('are updated field by field', async () => {
    const id = await create('Beta');
    const changed = await app.call('PUT', `/api/projects/${id}`, {
      description: 'd',
      color: 'red',
      zzz: 1,
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { name: 'Beta', description: 'd', color: 'red' },
    });
    const cleared = await app.call('PUT', `/api/projects/${id}`, { description: null });
    expect(cleared.body).toMatchObject({ description: null, color: 'red' });
    expect((await app.call('PUT', `/api/projects/${id}`, {})).status).toBe(200);
  });

  it('accept their own name in another case, but not that of another project', async () => {
    const id = await create('Gamma');
    expect(await app.call('PUT', `/api/projects/${id}`, { name: 'GAMMA' })).toMatchObject({
      status: 200,
      body: { name: 'GAMMA' },
    });
    expect((await app.call('PUT', `/api/projects/${id}`, { name: 'alpha' })).status).toBe(409);
    expect((await app.call('PUT', `/api/projects/${id}`, { name: 'Default' })).status).toBe(400);
    expect((await app.call('PUT', `/api/projects/${id}`, { name: null })).status).toBe(422);
  });

  it('allow a new name for the default project, but no deletion, and reserve its old name', async () => {
    const [{ id }] = (await app.call('GET', '/api/projects')).body as [{ id: string }];
    expect((await app.call('PUT', `/api/projects/${id}`, { name: 'Home' })).status).toBe(200);
    expect((await app.call('POST', '/api/projects', { name: 'Default' })).status).toBe(400);
    expect((await app.call('DELETE', `/api/projects/${id}`)).status).toBe(400);
    expect((await app.call('PUT', `/api/projects/${id}`, { name: 'Default' })).status).toBe(200);
  });

  it('disable their contents when they are disabled, and enable the same contents again', async () => {
    const id = await create('Delta');
    const running = await addFlow(id);
    const stopped = await addFlow(id, true);
    await app.call('PUT', `/api/projects/${id}`, { is_disabled: true });
    expect([await isFlowDisabled(running), await isFlowDisabled(stopped)]).toEqual([true, true]);
    await app.call('PUT', `/api/projects/${id}`, { is_disabled: false });
    expect([await isFlowDisabled(running), await isFlowDisabled(stopped)]).toEqual([false, true]);
  });

  it('move their contents when they are deleted, and rename duplicates', async () => {
    const [{ id: home }] = (await app.call('GET', '/api/projects')).body as [{ id: string }];
    await addDataset(home, 'a.csv');
    const id = await create('Epsilon');
    await app.call('PUT', `/api/projects/${id}`, { is_disabled: true });
    const clashing = await addDataset(id, 'A.csv');
    const free = await addDataset(id, 'b.csv');
    await addDataset(home, 'A.csv (from Epsilon)');
    expect((await app.call('GET', `/api/projects/${id}`)).body).toMatchObject({ dataset_count: 2 });
    expect((await app.call('DELETE', `/api/projects/${id}`)).status).toBe(204);
    expect((await app.call('GET', `/api/projects/${id}`)).status).toBe(404);
    const moved = await database.dataset.findMany({
      where: { id: { in: [clashing, free] } },
    });
    const names = moved.map((dataset) => [dataset.name, dataset.projectId]);
    expect(names.sort()).toEqual([
      ['A.csv (from Epsilon) (2)', home],
      ['b.csv', home],
    ]);
  });

  it('leave their contents disabled when they are deleted, also after the default project is enabled', async () => {
    const [{ id: home }] = (await app.call('GET', '/api/projects')).body as [{ id: string }];
    const id = await create('Zeta');
    const [taken, stopped] = [await addFlow(id), await addFlow(id, true)];
    const dataset = await addDataset(id, 'zeta.csv');
    await app.call('PUT', `/api/projects/${id}`, { is_disabled: true });
    await app.call('DELETE', `/api/projects/${id}`);
    await app.call('PUT', `/api/projects/${home}`, { is_disabled: true });
    await app.call('PUT', `/api/projects/${home}`, { is_disabled: false });
    expect([await isFlowDisabled(taken), await isFlowDisabled(stopped)]).toEqual([true, true]);
    expect((await app.call('GET', `/api/datasets/${dataset}`)).body).toMatchObject({
      project_id: home,
      is_disabled: true,
    });
  });

  it('enable a flow whose disabled state a PUT repeated, and its copy', async () => {
    const id = await create('Eta');
    const flow = await addFlow(id);
    const dataset = await addDataset(id, 'eta.csv');
    await app.call('PUT', `/api/projects/${id}`, { is_disabled: true });
    const repeated = await app.call('PUT', `/api/flows/${flow}`, { name: 'x', is_disabled: true });
    expect(repeated.body).toMatchObject({ name: 'x', is_disabled: true });
    await app.call('PATCH', `/api/datasets/${dataset}`, { is_disabled: true });
    const copy = (await app.call('POST', `/api/flows/${flow}/duplicate`)).body as { id: string };
    expect(await isFlowDisabled(copy.id)).toBe(true);
    await app.call('PUT', `/api/projects/${id}`, { is_disabled: false });
    expect([await isFlowDisabled(flow), await isFlowDisabled(copy.id)]).toEqual([false, false]);
    expect((await app.call('GET', `/api/datasets/${dataset}`)).body).toMatchObject({
      is_disabled: false,
    });
  });

  it('leave a flow disabled that was moved out of them while they were disabled', async () => {
    const [from, to] = [await create('Theta'), await create('Iota')];
    const flow = await addFlow(from);
    await app.call('PUT', `/api/projects/${from}`, { is_disabled: true });
    await app.call('PUT', `/api/flows/${flow}`, { project_id: to });
    for (const id of [from, to]) {
      await app.call('PUT', `/api/projects/${id}`, { is_disabled: true });
      await app.call('PUT', `/api/projects/${id}`, { is_disabled: false });
    }
    expect(await isFlowDisabled(flow)).toBe(true);
  });

  it('do not enable a flow that reads a dataset deleted meanwhile', async () => {
    const id = await create('Kappa');
    const dataset = await addDataset(id, 'kappa.csv');
    const flow = await addFlow(id);
    await database.flowInput.create({ data: { flowId: flow, datasetId: dataset } });
    await app.call('PUT', `/api/projects/${id}`, { is_disabled: true });
    await app.call('DELETE', `/api/datasets/${dataset}`);
    await app.call('PUT', `/api/projects/${id}`, { is_disabled: false });
    expect(await isFlowDisabled(flow)).toBe(true);
    await app.call('POST', `/api/datasets/${dataset}/restore`);
    expect(await isFlowDisabled(flow)).toBe(false);
  });

  it('enable the flows of other projects that read their datasets', async () => {
    const [id, other] = [await create('Lambda'), await create('Mu')];
    const [one, two] = [await addDataset(id, 'one.csv'), await addDataset(other, 'two.csv')];
    const flow = await addFlow(other);
    const inputs = [one, two].map((datasetId) => ({ flowId: flow, datasetId }));
    await database.flowInput.createMany({ data: inputs });
    await app.call('PATCH', `/api/datasets/${two}`, { is_disabled: true });
    await app.call('PUT', `/api/projects/${id}`, { is_disabled: true });
    await app.call('PATCH', `/api/datasets/${two}`, { is_disabled: false });
    expect(await isFlowDisabled(flow)).toBe(true);
    await app.call('PUT', `/api/projects/${id}`, { is_disabled: false });
    expect(await isFlowDisabled(flow)).toBe(false);
  });

  it.each(['GET', 'PUT', 'DELETE'])('answer 404 to %s of an unknown project', async (method) => {
    const body = method === 'PUT' ? {} : undefined;
    expect((await app.call(method, `/api/projects/${crypto.randomUUID()}`, body)).status).toBe(404);
  });
});
