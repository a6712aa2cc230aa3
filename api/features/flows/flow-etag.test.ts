import { startTestApp, type Answer, type TestApp } from '../../../test/support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function save(): Promise<{ at: string; tag: string; id: string }> {
  const made = await app.call('POST', '/api/flows', { name: 'Tagged' });
  const { id } = made.body as { id: string };
  return { id, at: `/api/flows/${id}`, tag: tagOf(made) };
}

function tagOf({ headers }: Answer): string {
  return headers.get('etag') ?? 'none';
}

const get = (at: string, tag: string): Promise<Answer> =>
  app.call('GET', at, undefined, { 'If-None-Match': tag });
const put = (at: string, tag: string, name: string): Promise<Answer> =>
  app.call('PUT', at, { name }, { 'If-Match': tag });
const remove = (at: string, tag: string): Promise<Answer> =>
  app.call('DELETE', at, undefined, { 'If-Match': tag });

describe('the ETag of a flow', () => {
  it('is strong, and the same on POST, GET and PUT of one state', async () => {
    const { at, tag } = await save();
    expect(tag).toMatch(/^"[^"]+"$/);
    expect(tagOf(await app.call('GET', at))).toBe(tag);
    const changed = await app.call('PUT', at, { name: 'Other' });
    expect(tagOf(changed)).not.toBe(tag);
    expect(tagOf(await app.call('GET', at))).toBe(tagOf(changed));
  });

  it('is on copies and imports too', async () => {
    const { at } = await save();
    const graph = { nodes: [{ id: 'in', type: 'fileInput' }] };
    for (const answer of [
      await app.call('POST', `${at}/duplicate`),
      await app.call('POST', '/api/flows/import', { name: 'I', graph }),
    ]) {
      expect(tagOf(answer)).toMatch(/^"/);
      const { id } = answer.body as { id: string };
      expect(tagOf(await app.call('GET', `/api/flows/${id}`))).toBe(tagOf(answer));
    }
  });

  it('changes when the project disables the flow', async () => {
    const { body: project } = await app.call('POST', '/api/projects', { name: 'tagged' });
    const made = await app.call('POST', '/api/flows', { name: 'f', project_id: project.id });
    await app.call('PUT', `/api/projects/${project.id}`, { is_disabled: true });
    expect((await put(`/api/flows/${made.body.id}`, tagOf(made), 'g')).status).toBe(412);
  });

  it('may be read and sent by the scripts of listed origins', async () => {
    const { at } = await save();
    const Origin = 'http://localhost:5173';
    const answer = await app.call('GET', at, undefined, { Origin });
    expect(answer.headers.get('access-control-expose-headers')).toContain('ETag');
    const preflight = await app.call('OPTIONS', at, undefined, {
      Origin,
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers': 'if-match, content-type',
    });
    expect(preflight.status).toBe(200);
  });
});

describe('If-None-Match', () => {
  it('answers 304 without a body while the flow is the same', async () => {
    const { at, tag } = await save();
    expect(await get(at, tag)).toMatchObject({ status: 304, body: '' });
    expect(await get(at, `"other", ${tag}`)).toMatchObject({ status: 304 });
    await app.call('PUT', at, { name: 'New' });
    expect(await get(at, tag)).toMatchObject({ status: 200, body: { name: 'New' } });
  });

  it('does not hide that the flow has run', async () => {
    const { at, tag, id } = await save();
    await addRun(id);
    const answer = await get(at, tag);
    expect(answer.status).toBe(200);
    expect(answer.body.last_run_at).not.toBeNull();
  });
});

describe('If-Match', () => {
  it('admits a change of the current state, and answers 412 with the current ETag otherwise', async () => {
    const { at, tag } = await save();
    const first = await put(at, tag, 'First');
    expect(first.status).toBe(200);
    const late = await put(at, tag, 'Late');
    expect(late).toMatchObject({
      status: 412,
      body: { detail: expect.stringContaining('changed') as string },
    });
    expect(tagOf(late)).toBe(tagOf(first));
    expect((await app.call('GET', at)).body.name).toBe('First');
    expect((await put(at, tagOf(late), 'Later')).status).toBe(200);
  });

  it('guards the deletion', async () => {
    const { at, tag } = await save();
    await app.call('PUT', at, { name: 'Changed' });
    expect((await remove(at, tag)).status).toBe(412);
    expect((await remove(at, tagOf(await app.call('GET', at)))).status).toBe(204);
    expect((await remove(at, tag)).status).toBe(404);
  });

  it.each([
    ['*', 200],
    ['"none", TAG', 200],
    ['W/TAG', 412],
    ['nonsense', 412],
    ['', 412],
  ])('%s answers %i', async (header, status) => {
    const { at, tag } = await save();
    expect((await put(at, header.replace('TAG', tag), 'x')).status).toBe(status);
  });

  it('still matches after a run', async () => {
    const { at, tag, id } = await save();
    await addRun(id);
    expect((await put(at, tag, 'After the run')).status).toBe(200);
  });

  it('admits one of twenty concurrent changes', async () => {
    const { at, tag } = await save();
    const names = Array.from({ length: 20 }, (_, n) => `Writer ${n}`);
    const answers = await Promise.all(names.map((name) => put(at, tag, name)));
    const through = answers.filter(({ status }) => status === 200);
    expect(through).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(19);
    expect((await app.call('GET', at)).body.name).toBe(through[0]!.body.name);
  });
});

async function addRun(flowId: string): Promise<void> {
  const database = await app.openDatabase();
  await database.run.create({
    data: {
      id: `run-of-${flowId}`,
      flowId,
      status: 'success',
      engine: 'polars',
      trigger: 'manual',
      graphSnapshot: '{}',
    },
  });
}
