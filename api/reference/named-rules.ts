import type { NodeExample } from '../../runner/nodes/definition.ts';
import { SEMANTIC_RULES } from '../../runner/nodes/semantic-rules.ts';
import { code, markdownTable } from './markdown.ts';

/** Renders the rules of the nodes, each with the node types that have an example of it. */
export function namedRules(): string[] {
  return [
    '## Rules',
    'Libraries and databases differ in these points. The nodes have one rule for each: both engines and all scripts follow it, and the examples of a node type name the rules that they show.',
    markdownTable(
      ['rule', 'what it says', 'examples'],
      Object.entries(SEMANTIC_RULES).map(([name, { sentence, nodes }]) => [
        code(name),
        sentence,
        [...nodes]
          .sort()
          .map((id) => `[${id}](nodes/${id}.md)`)
          .join(', '),
      ]),
    ),
  ];
}

/** The names of the rules that an example shows; empty for an example of no rule. */
export function rulesOf({ rules = [] }: NodeExample): string {
  return rules.map(code).join(', ');
}
