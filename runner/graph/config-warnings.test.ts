import type { GraphDocument } from '../domain/graph.ts';
import { nodeOfType } from '../nodes/index.ts';
import { configWarnings } from './config-warnings.ts';
import { inspectGraph } from './inspect-graph.ts';
import { ParameterNames } from '../domain/parameter-names.ts';
import { readConfig } from './node-config.ts';
import { readGraph } from './read-graph.ts';

const MANY = 5_000;
const names = (start: string): string[] =>
  Array.from({ length: MANY }, (_, position) => `${start}_of_the_flow_${position}`);

const filter = (config: GraphDocument['nodes'][number]['data']['config']): GraphDocument => ({
  nodes: [{ id: 'keep', type: 'filterRows', data: { config } }],
  edges: [],
});

describe('configWarnings', () => {
  it('returns at most 100 warnings', () => {
    const unknown = filter(Object.fromEntries(names('field').map((name) => [name, 1])));
    expect(configWarnings(unknown, nodeOfType)).toHaveLength(100);
    const options = { lookup: nodeOfType, overrides: {}, localTime: '2026-01-01T00:00:00.000' };
    const { problems } = inspectGraph(unknown, options);
    expect(problems.filter(({ message }) => message.includes('has no field'))).toHaveLength(100);
  });

  it.each([
    [
      'a config beside the data',
      { config: { column: 'a' } },
      'The "config" of a node belongs in "data": write {"type": "filterRows", "data": {"config": {…}}}. It is ignored.',
    ],
    [
      'a config beside other data',
      { config: { column: 'a' }, data: { label: 'Keep' } },
      'The "config" of a node belongs in "data": write {"type": "filterRows", "data": {"config": {…}}}. It is ignored.',
    ],
    [
      'a field in the data',
      { data: { column: 'a' } },
      '"column" belongs in the "config" in "data": write "data": {"config": {"column": …}}. It is ignored.',
    ],
  ])('states where %s belongs, also in the error of a run', (_what, node, message) => {
    const graph = readGraph({ nodes: [{ id: 'keep', type: 'filterRows', ...node }], edges: [] });
    expect(configWarnings(graph, nodeOfType)).toMatchObject([{ nodeId: 'keep', message }]);
    const options = { lookup: nodeOfType, overrides: {}, localTime: '2026-01-01T00:00:00.000' };
    expect(inspectGraph(graph, options).problems).toContainEqual(
      expect.objectContaining({ nodeId: 'keep', severity: 'warning', message }),
    );
    const run = (): unknown => readConfig(nodeOfType('filterRows')!, graph.nodes[0]!, {});
    expect(run).toThrow(message.replace(' It is ignored.', ''));
  });

  it('accepts other keys of a node and of its data, which editors use', () => {
    const data = { config: { column: 'a' }, column: 'b', label: 'Keep', selected: true };
    const node = { id: 'keep', type: 'filterRows', position: { x: 0, y: 0 }, data };
    expect(configWarnings(readGraph({ nodes: [node], edges: [] }), nodeOfType)).toEqual([]);
  });

  it.each([
    ['dropNulls', 'columns', 'subset'],
    ['removeDuplicates', 'Columns', 'subset'],
  ])('suggests the field of %s whose label is the unknown name "%s"', (type, name, field) => {
    const nodes = [{ id: 'a', type, data: { config: { [name]: ['id'] } } }];
    expect(configWarnings(readGraph({ nodes, edges: [] }), nodeOfType)).toMatchObject([
      {
        field: name,
        message: `${type} has no field "${name}". Did you mean "${field}"? It is ignored.`,
      },
    ]);
  });

  it('suggests the nearest parameter until the comparison budget is spent', () => {
    const declared = new ParameterNames(names('parameter'));
    const asked = names('paramter').map((name) => declared.unknown(name));
    expect(asked[0]).toContain('Did you mean "parameter_of_the_flow_0"?');
    expect(asked.at(-1)).toContain('The parameters are: parameter_of_the_flow_0, ');
    expect(asked.at(-1)!.length).toBeLessThan(1_000);
  });
});
