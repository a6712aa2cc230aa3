import { utcRunTime } from '../../runner/domain/run-time.ts';
import { exampleRejection } from '../../runner/graph/example-rejection.ts';
import { inspectGraph } from '../../runner/graph/inspect-graph.ts';
import { readGraph } from '../../runner/graph/read-graph.ts';
import { nodeOfType, nodes } from '../../runner/nodes/index.ts';
import { SEMANTIC_RULES } from '../../runner/nodes/semantic-rules.ts';
import { ACCEPTED_OPERATORS } from '../../runner/nodes/rules/row-predicate.ts';
import { code } from './markdown.ts';
import { nodePage } from './node-page.ts';
import { nodesReference } from './nodes-reference.ts';

const markdown = nodesReference();
const pages = nodes.map(nodePage).join('\n');

describe('nodesReference', () => {
  it('shows a valid graph', () => {
    const [, json = ''] = /```json\n([^`]+)```/.exec(markdown) ?? [];
    const graph = readGraph(JSON.parse(json));
    const { localTime } = utcRunTime(new Date());
    const { problems } = inspectGraph(graph, { lookup: nodeOfType, overrides: {}, localTime });
    expect(problems).toEqual([]);
    expect(graph.edges.map(({ targetHandle }) => targetHandle)).toContain('left');
  });

  it('names every operator of filterRows', () => {
    const section = /# filterRows\n[^]*?\n### /.exec(pages)?.[0] ?? '';
    const missing = ACCEPTED_OPERATORS.filter(
      (operator) =>
        !section.includes(`\`${operator}\``) &&
        !new RegExp(`Aliases:.* ${operator} \\(`).test(section),
    );
    expect(missing).toEqual([]);
  });

  it('has the error of every config that a node rejects, as its examples expect it', () => {
    let shown = 0;
    for (const node of nodes.filter(({ kind }) => kind === 'transform')) {
      const [, section = ''] = nodePage(node).split('## What it rejects');
      for (const example of node.examples) {
        const text = exampleRejection(node, example);
        if (text === null) continue;
        shown += 1;
        const { expected } = example;
        expect([node.id, 'error' in expected && expected.error.test(text)]).toEqual([
          node.id,
          true,
        ]);
        expect(section).toContain(code(text).replaceAll('|', '\\|').replaceAll(/\r?\n/g, ' '));
      }
    }
    expect(shown).toBeGreaterThan(150);
    expect(nodePage(nodeOfType('replaceValues')!)).toContain(
      '`"value": The replacement has $2, but the regular expression has 1 group.`',
    );
  });

  it('has a row for each named rule, with links to the node types that have an example of it', () => {
    const [, section = ''] = markdown.split('## Rules\n');
    const listed = Object.keys(SEMANTIC_RULES).map((name) => {
      const row = section.split('\n').find((line) => line.startsWith(`| \`${name}\` |`)) ?? '';
      return [name, [...row.matchAll(/\]\(nodes\/(\w+)\.md\)/g)].map(([, id]) => id)];
    });
    const concerned = Object.entries(SEMANTIC_RULES).map(([name, { nodes: ids }]) => [
      name,
      [...ids].sort(),
    ]);
    expect(listed).toEqual(concerned);
  });

  it('names the rules of an example below its title, and beside a mistake', () => {
    const page = nodePage(nodeOfType('filterRows')!);
    expect(page).toContain(
      '### Only nulls\n\n[Rules](../nodes.md#rules): `null-compare`.\n\n`{"column":"name"',
    );
    expect(page).toMatch(/^\| An unknown column .*\| `missing-column`, `errors` \|$/m);
  });

  it('shows Python wherever it announces it', () => {
    const empty = nodes.filter((node) => /```python\s+```/.test(nodePage(node)));
    expect(empty.map(({ id }) => id)).toEqual([]);
    expect(nodePage(nodeOfType('splitRows')!)).toContain('split_rows_first = ');
  });

  it('explains every key beyond its label', () => {
    const bare = pages
      .split('\n')
      .filter((line) => /^\| `\w+` \| \w+ \| (?:yes|no) \|/.test(line))
      .filter((line) => (line.match(/\. /g) ?? []).length < 1);
    expect(bare).toEqual([]);
  });
});
