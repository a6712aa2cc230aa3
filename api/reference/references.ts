import { nodes } from '../../runner/nodes/index.ts';
import { expressionsReference } from './expressions-reference.ts';
import { nodePage } from './node-page.ts';
import { nodesReference } from './nodes-reference.ts';

/** A page of the reference documentation. */
export interface Reference {
  /** The name of the page `/docs/<name>` and of the file `docs/<name>.md`. */
  readonly name: string;
  readonly title: string;
  markdown(): string;
}

/** The pages that every page links to. */
export const MAIN_REFERENCES: readonly Reference[] = [
  { name: 'nodes', title: 'Node types', markdown: nodesReference },
  { name: 'expressions', title: 'Expressions', markdown: expressionsReference },
];

/** All pages: those above and one for each node type. */
export const REFERENCES: readonly Reference[] = [
  ...MAIN_REFERENCES,
  ...nodes.map((node) => ({
    name: `nodes/${node.id}`,
    title: node.label,
    markdown: () => nodePage(node),
  })),
];

/** The path of the committed page, relative to the root of the project. */
export function referenceFile({ name }: Reference): string {
  return `docs/${name}.md`;
}
