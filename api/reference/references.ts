import { expressionsReference } from './expressions-reference.ts';
import { nodesReference } from './nodes-reference.ts';

/** A page of the reference documentation. */
export interface Reference {
  /** The name of the page `/docs/<name>` and of the file `docs/<name>.md`. */
  readonly name: string;
  readonly title: string;
  markdown(): string;
}

export const REFERENCES: readonly Reference[] = [
  { name: 'nodes', title: 'Node types', markdown: nodesReference },
  { name: 'expressions', title: 'Expressions', markdown: expressionsReference },
];

/** The path of the committed page, relative to the root of the project. */
export function referenceFile({ name }: Reference): string {
  return `docs/${name}.md`;
}
