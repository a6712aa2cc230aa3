import { startTestApp, type Answer, type TestApp } from '../../../test/support/app.ts';

let app: TestApp;
let datasetId: string;

beforeAll(async () => {
  app = await startTestApp();
  const { body } = await app.upload('/api/datasets/upload', 'n.csv', 'n\n2\n1\n');
  datasetId = (body as { id: string }).id;
});
afterAll(() => app.close());

interface Saved {
  readonly id: string;
  readonly [field: string]: unknown;
}

function graph(sort: object): object {
  return {
    nodes: [
      { id: 'in', type: 'fileInput', data: { config: { dataset_id: datasetId, format: 'csv' } } },
      { id: 'sort', type: 'sortRows', data: { config: { columns: ['n'], ...sort } } },
      { id: 'out', type: 'fileOutput', data: { config: { format: 'csv' } } },
    ],
    edges: [
      { source: 'in', target: 'sort' },
      { source: 'sort', target: 'out' },
    ],
  };
}

async function saved(path: string, body: object): Promise<Saved> {
  const answer = await app.call('POST', path, body);
  expect(answer.status).toBe(201);
  return answer.body as Saved;
}

const newFlow = (sort: object = {}): Promise<Saved> =>
  saved('/api/flows', { name: 'f', graph_json: graph(sort) });

function warnings({ body }: Pick<Answer, 'body'>): unknown {
  return (body as { warnings?: unknown }).warnings;
}

const unknown = (field: string, nearest: string): object => ({
  code: 'unknown_field',
  field,
  node_id: null,
  column: null,
  message: `There is no field "${field}". Did you mean "${nearest}"? It is ignored.`,
});

describe('the response to a body with unknown fields', () => {
  it('warns when a run is started, and the run executes', async () => {
    const { id } = await newFlow();
    const answer = await app.call('POST', `/api/flows/${id}/runs`, {
      params: { n: 1 },
      resources: { cpus: '1' },
    });
    expect(answer).toMatchObject({ status: 201, body: { status: 'success' } });
    expect(warnings(answer)).toEqual([
      unknown('params', 'parameters'),
      {
        code: 'unknown_field',
        field: 'resources.cpus',
        node_id: null,
        column: null,
        message: 'There is no field "resources.cpus". Did you mean "cpu"? It is ignored.',
      },
    ]);
  });

  it('warns when a schedule is created and changed', async () => {
    const { id } = await newFlow();
    const made = await app.call('POST', `/api/flows/${id}/schedules`, {
      cron: '@daily',
      time_zone: 'Europe/Berlin',
      cron_expression: '@hourly',
      timeout: 60,
    });
    expect(warnings(made)).toEqual([
      unknown('time_zone', 'timezone'),
      unknown('cron_expression', 'cron'),
      unknown('timeout', 'run_timeout_seconds'),
    ]);
    const schedule = `/api/schedules/${(made.body as Saved).id}`;
    const changed = await app.call('PATCH', schedule, { enabled: false });
    expect(changed.body).toMatchObject({ is_enabled: true });
    expect(warnings(changed)).toEqual([unknown('enabled', 'is_enabled')]);
  });

  it('warns when a flow is saved, changed and validated', async () => {
    const made = await app.call('POST', '/api/flows', { name: 'f', graph_jsn: { nodes: [] } });
    expect(made.body).toMatchObject({ graph_json: {} });
    expect(warnings(made)).toEqual([unknown('graph_jsn', 'graph_json')]);
    const flow = `/api/flows/${(made.body as Saved).id}`;
    const changed = await app.call('PUT', flow, { disabled: true });
    expect(warnings(changed)).toEqual([unknown('disabled', 'is_disabled')]);
    const checked = await app.call('POST', `${flow}/validate`, { parameter: {} });
    expect(warnings(checked)).toEqual([unknown('parameter', 'parameters')]);
  });

  it('warns on projects and datasets, about read-only fields too', async () => {
    const project = await app.call('POST', '/api/projects', { name: 'P', colour: 'red' });
    expect(warnings(project)).toEqual([unknown('colour', 'color')]);
    const dataset = await app.call('PATCH', `/api/datasets/${datasetId}`, { name: 'other' });
    expect(warnings(dataset)).toEqual([
      {
        code: 'read_only_field',
        field: 'name',
        node_id: null,
        column: null,
        message: '"name" cannot be set by this request. It is ignored.',
      },
    ]);
  });

  it('lists the known fields when none is similar, and truncates long names', async () => {
    const answer = await app.call('POST', '/api/projects', { name: 'Q', ['z'.repeat(5_000)]: 1 });
    const name = `${'z'.repeat(200)}…`;
    expect(warnings(answer)).toEqual([
      {
        code: 'unknown_field',
        field: name,
        node_id: null,
        column: null,
        message: `There is no field "${name}". The fields are: name, description, color. It is ignored.`,
      },
    ]);
  });

  it('warns about the first hundred fields', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`zzz${n}`, n]));
    const answer = await app.call('POST', '/api/projects', { name: 'R', ...many });
    expect(answer.status).toBe(201);
    expect(warnings(answer)).toHaveLength(100);
  });
});

describe('the response to a body of known fields', () => {
  it('has no warnings', async () => {
    expect(await newFlow()).not.toHaveProperty('warnings');
  });

  it('has no warnings for a record that was read, changed and sent back', async () => {
    const { id } = await newFlow();
    const flow = (await app.call('GET', `/api/flows/${id}`)).body as object;
    const answer = await app.call('PUT', `/api/flows/${id}`, { ...flow, name: 'g' });
    expect(answer).toMatchObject({ status: 200, body: { name: 'g' } });
    expect(answer.body).not.toHaveProperty('warnings');
  });

  it('has no warnings for a flow document of any form that is imported or validated', async () => {
    const { id } = await newFlow();
    const exported = await app.call('POST', `/api/flows/${id}/export/python`);
    const plain = (exported.body as { flow_document: object }).flow_document;
    const migrated = await app.call('POST', '/api/flows/migrate-document', { document: plain });
    const versioned = (migrated.body as { document: object }).document;
    for (const document of [plain, versioned]) {
      for (const path of ['/api/flows/import', '/api/flows/validate']) {
        const answer = await app.call('POST', path, document);
        expect([path, answer.status < 300, warnings(answer)]).toEqual([path, true, undefined]);
      }
    }
  });
});

describe('a flow with unknown config fields', () => {
  const message = 'sortRows has no field "ascendng". Did you mean "ascending"? It is ignored.';
  const warning = {
    code: 'unknown_field',
    field: 'ascendng',
    node_id: 'sort',
    column: null,
    message,
  };

  it('is saved and changed with warnings that name the node and the field', async () => {
    const flow = await newFlow({ ascendng: false });
    expect(warnings({ body: flow })).toEqual([warning]);
    const path = `/api/flows/${flow.id}`;
    const put = await app.call('PUT', path, { graph_json: graph({ ascendng: 1 }) });
    expect(warnings(put)).toEqual([warning]);
    expect(warnings(await app.call('PUT', path, { name: 'renamed' }))).toBeUndefined();
    expect((await app.call('GET', path)).body).not.toHaveProperty('warnings');
  });

  it('logs a warning in each of its runs', async () => {
    const { id } = await newFlow({ ascendng: false });
    const { body } = await app.call('POST', `/api/flows/${id}/runs`);
    expect((body as { logs: unknown[] }).logs.at(-1)).toEqual({
      level: 'warning',
      message,
      node_id: 'sort',
    });
  });
});

describe('a flow whose config lacks a required field that had a default', () => {
  const edges = [
    { source: 'in', target: 'new' },
    { source: 'new', target: 'out' },
  ];
  const flow = (type: string, config: object): object => ({
    nodes: [
      { id: 'in', type: 'fileInput', data: { config: { dataset_id: datasetId, format: 'csv' } } },
      { id: 'new', type, data: { config } },
      { id: 'out', type: 'fileOutput', data: { config: { format: 'csv' } } },
    ],
    edges,
  });

  it.each([
    [
      'replaceValues',
      { column: 'n', replace: '2', value: '9' },
      '"to_replace" is missing: replaceValues needs it. The default until now was "": write "to_replace": "" to keep it. Did you mean it by "replace"?',
    ],
    [
      'windowFunction',
      { order_by: ['n'], new_column: 'r', fnction: 'rank' },
      '"function" is missing: windowFunction needs it. The default until now was "row_number": write "function": "row_number" to keep it. Did you mean it by "fnction"?',
    ],
    [
      'limitRows',
      { offset: 1 },
      '"n" is missing: limitRows needs it. The default until now was 100: write "n": 100 to keep it.',
    ],
  ])('has an error with its old default in validation, and no run, for %s', async (...given) => {
    const [type, config, message] = given;
    const { id } = await saved('/api/flows', { name: type, graph_json: flow(type, config) });
    const validation = await app.call('POST', `/api/flows/${id}/validate`);
    const { problems } = validation.body as { problems: { severity: string; message: string }[] };
    expect(problems).toContainEqual(expect.objectContaining({ severity: 'error', message }));
    expect(validation.body).toMatchObject({ valid: false });
    const { status, body } = await app.call('POST', `/api/flows/${id}/runs`);
    expect(status).toBe(400);
    // It names the node.
    expect((body as { detail: string }).detail).toContain(`${type} (new): ${message}`);
  });

  it('may lack a field whose default loses no data', async () => {
    const config = { columns: ['n'], value: 0 };
    const { id } = await saved('/api/flows', { name: 'f', graph_json: flow('fillNulls', config) });
    const { body } = await app.call('POST', `/api/flows/${id}/validate`);
    expect(body).toMatchObject({ problems: [] });
  });
});
