import { utcRunTime } from '../../runner/domain/run-time.ts';
import { inspectGraph } from '../../runner/graph/inspect-graph.ts';
import { readGraph } from '../../runner/graph/read-graph.ts';
import { nodeOfType } from '../../runner/nodes/index.ts';
import { ACCEPTED_OPERATORS } from '../../runner/nodes/rules/row-predicate.ts';
import { nodesReference } from './nodes-reference.ts';

const markdown = nodesReference();

describe('the reference of node types', () => {
  it('shows a graph that is valid as it stands', () => {
    const [, json = ''] = /```json\n([^`]+)```/.exec(markdown) ?? [];
    const graph = readGraph(JSON.parse(json));
    const { localTime } = utcRunTime(new Date());
    const { problems } = inspectGraph(graph, { lookup: nodeOfType, overrides: {}, localTime });
    expect(problems).toEqual([]);
    expect(graph.edges.map(({ targetHandle }) => targetHandle)).toContain('left');
  });

  it('names every test that filterRows takes', () => {
    const section = /## filterRows\n[^]*?\n### /.exec(markdown)?.[0] ?? '';
    const missing = ACCEPTED_OPERATORS.filter(
      (operator) =>
        !section.includes(`\`${operator}\``) &&
        !new RegExp(`Aliases:.* ${operator} \\(`).test(section),
    );
    expect(missing).toEqual([]);
  });

  it('tells the meaning of every key in more than its label', () => {
    const bare = markdown
      .split('\n')
      .filter((line) => /^\| `\w+` \| \w+ \| (?:yes|no) \|/.test(line))
      .filter((line) => (line.match(/\. /g) ?? []).length < 1);
    expect(bare).toEqual([]);
  });
});
