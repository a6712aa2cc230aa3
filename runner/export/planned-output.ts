import { nodeLabel, type GraphNode } from '../domain/graph.ts';
import type { DiscoveredOpaque } from '../plan/operators/opaque.ts';
import type { DiscoveredPivot } from '../plan/operators/pivot.ts';
import { isDiscovered, type Relation } from '../plan/relation.ts';
import type { DatabaseRead } from './database/database-input.ts';
import type { OpenOutput, Root } from './open-columns.ts';
import type { ObjectRead } from './storage/plan-storage.ts';

/** An output of a node. Each has a frame of its own in a script. */
export interface PlannedOutput {
  readonly handle: string;
  /**
   * What its readers know of it. Of a pivot whose heads the script finds: the columns of the index. Where a script
   * finds all columns: none.
   */
  readonly relation: Relation;
  /** What the code computes instead of the relation: its columns are found by the script. */
  readonly discovered: DiscoveredPivot | DiscoveredOpaque | null;
  /** The label of the node whose script finds the columns and their types; null when they are known. */
  readonly script: string | null;
  /** What the node computes if the columns of its input are others; empty when they are known. */
  readonly alternatives: readonly Root[];
  /** The rows of a database or the files of a storage that it is. */
  readonly read: DatabaseRead | ObjectRead | null;
}

/** An output whose columns are known. */
export function knownOutput(handle: string, relation: Relation): PlannedOutput {
  return { handle, relation, discovered: null, script: null, alternatives: [], read: null };
}

/** An output of a node whose input has columns that a script finds. @param above the label of its node */
export function openOutput(
  node: GraphNode,
  { handle, alternatives, isClosed }: OpenOutput,
  above: string,
): PlannedOutput {
  const [root] = alternatives;
  const relation: Relation = isDiscovered(root)
    ? { op: 'source', name: 'open', columns: [] }
    : root;
  const known = knownOutput(handle, relation);
  if (isDiscovered(root)) {
    return { ...known, discovered: root, alternatives, script: nodeLabel(node) };
  }
  return { ...known, alternatives, script: isClosed ? null : above };
}
