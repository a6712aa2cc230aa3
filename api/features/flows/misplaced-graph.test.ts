import { startTestApp, type TestApp } from '../../../test/support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const GRAPH = {
  nodes: [
    { id: 'in', type: 'fileInput', position: { x: 0, y: 0 }, data: { config: {} } },
    { id: 'out', type: 'fileOutput', data: { label: 'Save', config: { format: 'csv' } } },
  ],
  edges: [{ id: 'e1', source: 'in', target: 'out' }],
  viewport: { zoom: 2 },
};

/** A value within objects of one key each. */
function nested(levels: number, value: object): object {
  return Array.from({ length: levels }).reduce<object>((inner) => ({ x: inner }), value);
}

async function save(flow: object = {}): Promise<Record<string, unknown> & { id: string }> {
  const { status, body } = await app.call('POST', '/api/flows', { name: 'f', ...flow });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body as Record<string, unknown> & { id: string };
}

describe('saving a flow with a graph in the wrong place', () => {
  it.each([
    ['nodes and edges', { nodes: GRAPH.nodes, edges: GRAPH.edges }, ['nodes', 'edges']],
    ['a graph under another name', { graph: GRAPH }, ['graph']],
  ])('is refused with %s beside graph_json, not done without them', async (_what, parts, found) => {
    const before = await app.call('GET', '/api/flows');
    const created = await app.call('POST', '/api/flows', { name: 'f', ...parts });
    const { id } = await save({ graph_json: GRAPH });
    const changed = await app.call('PUT', `/api/flows/${id}`, parts);
    for (const { status, body } of [created, changed]) {
      const detail = body.detail as { loc: string[]; msg: string }[];
      expect({ status, places: detail.map(({ loc }) => loc) }).toEqual({
        status: 422,
        places: found.map((part) => ['body', part]),
      });
      expect(detail[0]?.msg).toContain('{"graph_json": {"nodes": […], "edges": […]}}');
    }
    expect((await app.call('GET', `/api/flows/${id}`)).body).toMatchObject({ graph_json: GRAPH });
    await app.call('DELETE', `/api/flows/${id}`);
    expect((await app.call('GET', '/api/flows')).body).toEqual(before.body);
  });

  it.each<[string, object, (string | number)[][]]>([
    ['a graph in a graph', { graph_json: { graph: GRAPH } }, [['graph_json', 'graph']]],
    ['a graph two levels deep', { graph_json: { a: { b: GRAPH } } }, [['graph_json', 'a']]],
    ['nodes in upper case', { graph_json: { Nodes: GRAPH.nodes } }, [['graph_json', 'Nodes']]],
    [
      'edges in upper case',
      { graph_json: { nodes: GRAPH.nodes, EDGES: GRAPH.edges } },
      [['graph_json', 'EDGES']],
    ],
    [
      'edges beside a graph without edges',
      { graph_json: { nodes: GRAPH.nodes }, edges: GRAPH.edges },
      [['edges']],
    ],
    [
      'nodes beside a graph with none',
      { graph_json: { nodes: [], engine: 'polars' }, nodes: GRAPH.nodes },
      [['nodes']],
    ],
    [
      'edges that have another name in the graph',
      { graph_json: { nodes: GRAPH.nodes, connections: GRAPH.edges } },
      [['graph_json', 'connections']],
    ],
    [
      'edges from one node to another that have another name beside the graph',
      { graph_json: { nodes: GRAPH.nodes }, wires: [{ from: 'in', to: 'out' }] },
      [['wires']],
    ],
    ['nodes that have another name', { steps: GRAPH.nodes }, [['steps']]],
    ['nodes of another case', { Nodes: GRAPH.nodes }, [['Nodes']]],
    ['a flow', { flow: { graph_json: GRAPH } }, [['flow']]],
    ['data', { data: GRAPH }, [['data']]],
    ['graphJson', { graphJson: GRAPH, graph_json: {} }, [['graphJson']]],
    ['a graph five levels deep', { data: { flow: { x: { y: { graph: GRAPH } } } } }, [['data']]],
    ['a graph two hundred levels deep', { data: nested(200, GRAPH) }, [['data']]],
    [
      'a graph five levels deep in a graph',
      { graph_json: { data: nested(5, GRAPH) } },
      [['graph_json', 'data']],
    ],
    ['a list of flows', { flows: [{ name: 'f', graph_json: GRAPH }] }, [['flows']]],
    ['a graph beside an engine', { graph_json: { engine: 'polars' }, graph: GRAPH }, [['graph']]],
  ])('is refused with %s, which would be lost', async (_what, parts, places) => {
    const { id } = await save({ graph_json: GRAPH });
    const created = await app.call('POST', '/api/flows', { name: 'f', ...parts });
    const changed = await app.call('PUT', `/api/flows/${id}`, parts);
    for (const { status, body } of [created, changed]) {
      expect({ status, body }).toMatchObject({
        status: 422,
        body: {
          detail: places.map((place) => ({
            loc: ['body', ...place],
            msg: expect.stringContaining('{"graph_json": {"nodes": […], "edges": […]}}') as string,
          })),
        },
      });
    }
    expect((await app.call('GET', `/api/flows/${id}`)).body).toMatchObject({ graph_json: GRAPH });
  });

  it('keeps what is no part of a graph, and ignores a second graph beside a whole one', async () => {
    const graph = { ...GRAPH, metadata: { nodes: 2 }, graph: { nodes: [] } };
    const { graph_json: kept } = await save({ graph_json: graph, nodes: [], flow: GRAPH });
    expect(kept).toEqual(graph);
    const history = [{ nodes: GRAPH.nodes }];
    const notes = [{ id: 1, type: 'note', text: 'x' }];
    const arrows = [{ from: 'a', to: 'b' }];
    const noted = { nodes: GRAPH.nodes.slice(0, 1), edges: [], notes, arrows };
    expect((await save({ graph_json: noted, tags: notes })).graph_json).toEqual(noted);
    const empty = { nodes: [], viewport: { zoom: 2 }, history };
    expect((await save({ graph_json: empty, data: { rows: 1 } })).graph_json).toEqual(empty);
  });
});
