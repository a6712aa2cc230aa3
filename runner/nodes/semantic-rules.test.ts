import { nodes } from './index.ts';
import { SEMANTIC_RULES, type RuleName, type SemanticRule } from './semantic-rules.ts';

const rules = Object.entries(SEMANTIC_RULES) as [RuleName, SemanticRule][];

/** The pairs of a node type and a rule that its examples name. */
const shown = new Set(
  nodes.flatMap((node) =>
    node.examples.flatMap(({ rules: names = [] }) => names.map((name) => `${node.id}: ${name}`)),
  ),
);
const concerned = new Set(
  rules.flatMap(([name, rule]) => rule.nodes.map((id) => `${id}: ${name}`)),
);

describe('the named rules of the nodes', () => {
  it('have an example on each node type that they concern', () => {
    expect([...concerned].filter((pair) => !shown.has(pair))).toEqual([]);
  });

  it('are named by no example of a node type that they do not concern', () => {
    expect([...shown].filter((pair) => !concerned.has(pair))).toEqual([]);
  });

  it('have a sentence, and name each node type once', () => {
    for (const [, { sentence, nodes: ids }] of rules) {
      expect(sentence).toMatch(/^[A-Z].*\.$/);
      expect(ids).toEqual([...new Set(ids)]);
    }
  });

  it('are named once by an example', () => {
    const repeated = nodes.flatMap((node) =>
      node.examples.filter(({ rules: names = [] }) => new Set(names).size < names.length),
    );
    expect(repeated.map(({ title }) => title)).toEqual([]);
  });
});
