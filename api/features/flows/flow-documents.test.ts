import { startTestApp, type TestApp } from '../../../test/support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('importing a flow', () => {
  const node = (config: object): object => ({ id: 'a', type: 'fileInput', data: { config } });

  it('drops what belongs to another server and what is no flow', async () => {
    const { status, body } = await app.call('POST', '/api/flows/import', {
      format: 'zzz/v9',
      graph_json: {
        viewport: {},
        engine: 'pandas',
        parameters: [{ name: 'n' }],
        nodes: [node({ dataset_id: 'x', dataset_version: 2, connection_id: 'c', format: 'csv' })],
        edges: [{ source: 'a', target: 'gone' }, { source: 'a' }],
      },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'Imported flow', description: null });
    expect(body.graph_json).toMatchObject({
      engine: 'pandas',
      parameters: [{ name: 'n' }],
      edges: [],
      nodes: [node({ format: 'csv' })],
    });
    expect(body.graph_json).not.toHaveProperty('viewport');
    expect(body.graph_json.nodes[0].data.config).toEqual({ format: 'csv' });
  });

  it('keeps the graph as it was sent, in its order', async () => {
    const graph = {
      resources: { memory: '1Gi', cpu: '2' },
      engine: null,
      edges: [{ target: 'b', source: 'a', note: 1 }],
      parameters: [],
      nodes: [
        { type: 'fileInput', id: 'a', data: { z: 1, config: { format: 'csv' }, label: 'A' } },
        { id: 'b', type: 'limitRows', position: { y: 1, x: 0 } },
      ],
    };
    const { status, body } = await app.call('POST', '/api/flows/import', { graph_json: graph });
    expect(status).toBe(201);
    expect(JSON.stringify(body.graph_json)).toBe(JSON.stringify(graph));
    expect(body).not.toHaveProperty('warnings');
  });

  it('warns about the fields and edges of the graph that it drops', async () => {
    const { body } = await app.call('POST', '/api/flows/import', {
      graph: {
        nodes: [node({ format: 'csv' })],
        zmeta: 1,
        edges: [{ source: 'a', target: 'gone' }, { source: 'a' }],
      },
    });
    const warning = (field: string, message: string): object => ({
      code: 'not_imported',
      field,
      node_id: null,
      column: null,
      message,
    });
    expect(body.graph_json).toEqual({ nodes: [node({ format: 'csv' })], edges: [] });
    expect(body.warnings).toEqual([
      warning(
        'graph.zmeta',
        '"zmeta" of the graph is not imported. An import keeps nodes, edges, parameters, engine, resources, cache, pushdown.',
      ),
      warning(
        'graph.edges',
        'The edge from "a" to "gone" is not imported: there is no node "gone".',
      ),
      warning(
        'graph.edges',
        'Edge number 2 is not imported: it must have "source" and "target" as texts.',
      ),
    ]);
  });

  it.each([
    ['absent', undefined, false],
    ['no list', 5, true],
  ])('saves no edges when they are %s', async (_what, edges, warns) => {
    const { body } = await app.call('POST', '/api/flows/import', {
      graph_json: { nodes: [node({})], edges },
    });
    expect(body.graph_json.edges).toEqual([]);
    expect('warnings' in body).toBe(warns);
  });

  it('reads versioned documents, and cuts long names', async () => {
    const { body } = await app.call('POST', '/api/flows/import', {
      schemaVersion: '1.0.0',
      project: { name: 'Inner' },
      graph: { nodes: [node({})] },
      name: 'n'.repeat(300),
    });
    expect(body.name).toBe('n'.repeat(255));
  });

  const graph = { nodes: [node({})] };
  it.each<[string, object, number, string]>([
    ['a newer version', { schemaVersion: '2.0.0', graph }, 400, 'newer'],
    ['an older version', { schemaVersion: '0.9.0', graph }, 400, 'older'],
    ['no version', { schemaVersion: 'abc', graph }, 400, 'schemaVersion'],
    ['no nodes', { graph_json: { nodes: [] } }, 400, 'no nodes'],
    ['an unknown type', { graph_json: { nodes: [{ id: 'a', type: 'zzz' }] } }, 400, 'zzz'],
    ['a node without id', { graph_json: { nodes: [{ type: 'limitRows' }] } }, 400, '"id"'],
    ['an unknown project', { graph, project_id: 'nope' }, 404, 'Project'],
  ])('refuses %s', async (_what, document, status, text) => {
    const answer = await app.call('POST', '/api/flows/import', document);
    expect(answer.status).toBe(status);
    expect(answer.body.detail).toContain(text);
  });

  it('refuses no graph', async () => {
    expect(await app.call('POST', '/api/flows/import', { name: 'x' })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body'], type: 'value_error' }] },
    });
  });
});

describe('migrating a document', () => {
  const GRAPH = {
    nodes: [
      { id: 'in', type: 'fileInput', position: { x: 0, y: 0 }, data: { config: {} } },
      { id: 'out', type: 'fileOutput', data: { label: 'Save', config: { format: 'csv' } } },
    ],
    edges: [{ id: 'e1', source: 'in', target: 'out' }],
    viewport: { zoom: 2 },
  };
  const migrate = (document: unknown): ReturnType<TestApp['call']> =>
    app.call('POST', '/api/flows/migrate-document', { document });

  it('wraps an exported document', async () => {
    const document = { format: 'service.flow/v1', name: 'm', graph_json: GRAPH };
    const { status, body } = await migrate(document);
    expect(status).toBe(200);
    expect(body).toEqual({
      document: {
        schemaVersion: '1.0.0',
        serviceVersion: expect.any(String) as string,
        project: { id: null, name: 'm', description: null },
        graph: GRAPH,
        metadata: {},
        requirements: { plugins: [], capabilities: [] },
      },
      migrated: false,
      from_version: '1.0.0',
      to_version: '1.0.0',
    });
    expect((await migrate(body.document)).body.document).toEqual(body.document);
  });

  const twice = { nodes: [GRAPH.nodes[0], GRAPH.nodes[0]] };
  it.each<[string, object, string]>([
    ['doubled ids', { name: 'm', graph_json: twice }, '"in"'],
    ['a node without type', { graph_json: { nodes: [{ id: 'a' }] } }, '"type"'],
    ['a loose edge', { graph_json: { edges: [{ source: 'x', target: 'y' }] } }, '"x"'],
    ['a newer version', { schemaVersion: '9.0.0', graph: {} }, 'newer'],
    ['no graph', { name: 'm' }, 'graph'],
    ['a version without a project', { schemaVersion: '1.0.0', graph: GRAPH }, '"project"'],
  ])('refuses %s', async (_what, document, text) => {
    const { status, body } = await migrate(document);
    expect(status).toBe(400);
    expect(body.detail).toContain(text);
  });
});
