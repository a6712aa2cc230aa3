import { connectionIdsOf } from './connection-ids.ts';

const node = (connection_id: unknown): object => ({ data: { config: { connection_id } } });

it('the ids of connections come from configs, values of parameters and their defaults', () => {
  const graph = {
    nodes: [
      node('a'),
      node('{{ p }}'),
      node('{{ q }}'),
      node('a'),
      node(7),
      node(''),
      { data: null },
    ],
    parameters: [
      { name: 'p', type: 'string', default: 'b' },
      { name: 'q', type: 'string', default: 'c' },
      null,
    ],
  };
  expect(connectionIdsOf(graph)).toEqual(['a', 'b', 'c']);
  expect(connectionIdsOf(graph, { q: 'd' })).toEqual(['a', 'b', 'd']);
  expect(connectionIdsOf({ nodes: [node('a')] })).toEqual(['a']);
  expect(connectionIdsOf('no graph')).toEqual([]);
});
