import type { Discovered } from './relation.ts';

/**
 * A table whose schema only its execution shows. It can be the output of a node, but no operator applies to
 * it: the nodes that read it are lowered when the schema is known.
 */
export class DiscoveredTable {
  readonly relation: Discovered;

  constructor(relation: Discovered) {
    this.relation = relation;
  }
}
