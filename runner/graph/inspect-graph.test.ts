import type { GraphDocument } from '../domain/graph.ts';
import { nodeOfType } from '../nodes/index.ts';
import { inspectGraph } from './inspect-graph.ts';
import { readGraph } from './read-graph.ts';
import { validateForRun } from './validate-graph.ts';

const chainWith = (n: string, parameters: object[] = []): GraphDocument =>
  readGraph({
    nodes: [
      { id: 'in', type: 'fileInput', data: { config: { dataset_id: 'd', format: 'csv' } } },
      { id: 'top', type: 'limitRows', data: { config: { n } } },
      { id: 'out', type: 'fileOutput', data: { config: { format: 'csv', dataset_name: 'top' } } },
    ],
    edges: [
      { source: 'in', target: 'top' },
      { source: 'top', target: 'out' },
    ],
    parameters,
  });

const problemsOf = (graph: GraphDocument): [string, string | null, string][] =>
  inspectGraph(graph, {
    lookup: nodeOfType,
    overrides: {},
    localTime: '2026-01-01T00:00:00.000',
  }).problems.map(({ severity, field, message }) => [severity, field, message]);

describe('inspectGraph', () => {
  it('reports the invalid config that an undeclared placeholder leaves, as a run does', () => {
    const graph = chainWith('{{ nope }}');
    expect(problemsOf(graph)).toEqual([
      ['warning', 'n', expect.stringContaining('There is no parameter "nope"')],
      ['error', 'n', '"n": must be a whole number.'],
    ]);
    const run = (): unknown => validateForRun(graph, { lookup: nodeOfType, parameters: {} });
    expect(run).toThrow('"n": must be a whole number.');
  });

  it('reports a parameter without a value once, without the config that it leaves invalid', () => {
    expect(problemsOf(chainWith('{{ n }}', [{ name: 'n', type: 'integer' }]))).toEqual([
      ['error', 'n', expect.stringContaining('"n"')],
    ]);
  });
});
