import { readGraph } from './read-graph.ts';

describe('readGraph', () => {
  it('keeps unknown keys and adds defaults for absent ones', () => {
    const graph = readGraph({
      nodes: [{ id: 'a', type: 'x', position: { x: 1 }, data: { config: { n: 1 }, color: 'red' } }],
      edges: [{ id: 'e', source: 'a', target: 'b', animated: true }],
      viewport: { zoom: 2 },
    });
    expect(graph).toMatchObject({
      nodes: [{ id: 'a', position: { x: 1 }, data: { config: { n: 1 }, color: 'red' } }],
      edges: [{ id: 'e', animated: true, sourceHandle: null, targetHandle: null }],
      viewport: { zoom: 2 },
      parameters: [],
      engine: null,
    });
  });

  it('reads an empty object as an empty graph, and a node without data as one without config', () => {
    expect(readGraph({})).toMatchObject({ nodes: [], edges: [] });
    expect(readGraph({ nodes: [{ id: 'a', type: 'x' }] }).nodes[0]?.data.config).toEqual({});
  });

  it('keeps integers beyond 2^53 and unknown engines', () => {
    const config = { value: 9007199254740993n };
    const graph = readGraph({ nodes: [{ id: 'a', type: 'x', data: { config } }], engine: 'spark' });
    expect(graph.nodes[0]?.data.config).toEqual(config);
    expect(graph.engine).toBe('spark');
  });

  it.each([
    [null, /^The graph must be an object/],
    [[], /^The graph must be an object/],
    [{ nodes: 'abc' }, /"nodes" of the graph must be a list/],
    [{ nodes: [], edges: 5 }, /"edges" of the graph must be a list/],
    [{ nodes: ['a'] }, /Node number 1 must be an object/],
    [{ nodes: [{ id: 'in', type: 'x' }, { type: 'x' }] }, /Node number 2: "id" must be text/],
    [{ nodes: [{ id: 'in' }] }, /Node "in": "type" must be text/],
    [{ nodes: [{ id: '', type: 'x' }] }, /Node number 1: "id" must not be empty/],
    [{ nodes: [{ id: 'in', type: 'x', data: [] }] }, /Node "in": "data" must be an object/],
    [
      { nodes: [{ id: 'in', type: 'x', data: { config: 'n' } }] },
      /Node "in": "data.config" must be an object/,
    ],
    [{ nodes: [], edges: [{ id: 'e1', target: 'a' }] }, /Edge "e1": "source" must be the id/],
    [{ nodes: [], edges: [{ source: 'a', target: 'b', targetHandle: 1 }] }, /"targetHandle" must/],
    [{ resources: { cpu: 2 } }, /"resources" of the graph must have "cpu" and "memory" as texts/],
    [{ parameters: [{ name: 'class' }] }, /Parameter "class": this name is reserved/],
    [{ nodes: Array.from({ length: 2001 }, () => ({ id: 'a', type: 'x' })) }, /at most 2000 nodes/],
  ])('rejects the graph %j', (value, message) => {
    expect(() => readGraph(value)).toThrow(message);
  });
});
