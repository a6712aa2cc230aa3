import type { PlannedNode } from '../../graph/validate-graph.ts';
import type { DiscoveredSource } from '../../plan/operators/database.ts';
import type { Relation } from '../../plan/relation.ts';

/** A node of a part, and what it returns. */
export interface PushedNode {
  readonly step: PlannedNode;
  readonly relation: Relation;
}

/** Nodes that a database computes in one statement. */
export interface PushedPart {
  /** The input, and the nodes above it in order. */
  readonly nodes: readonly [PushedNode, ...PushedNode[]];
  /** The rows of the last node. */
  readonly source: DiscoveredSource;
  /** The statement, with `$1`, `$2`, … in the places of its values. */
  readonly statement: string;
  /** Warnings about the columns of the input. */
  readonly warnings: readonly string[];
}
