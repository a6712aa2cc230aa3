import type { GraphDocument } from '../domain/graph.ts';
import { nodeOfType } from '../nodes/index.ts';
import { configWarnings } from './config-warnings.ts';
import { inspectGraph } from './inspect-graph.ts';
import { ParameterNames } from '../domain/parameter-names.ts';

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

  it('suggests the nearest parameter until the comparison budget is spent', () => {
    const declared = new ParameterNames(names('parameter'));
    const asked = names('paramter').map((name) => declared.unknown(name));
    expect(asked[0]).toContain('Did you mean "parameter_of_the_flow_0"?');
    expect(asked.at(-1)).toContain('The parameters are: parameter_of_the_flow_0, ');
    expect(asked.at(-1)!.length).toBeLessThan(1_000);
  });
});
