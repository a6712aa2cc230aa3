import type { Bin } from './operators/bin.ts';
import type { DiscoveredSource, FileTarget, TableTarget } from './operators/database.ts';
import type { Correlate } from './operators/correlate.ts';
import type { Describe } from './operators/describe.ts';
import type { DiscoveredObject, ObjectTarget } from './operators/storage.ts';
import type { Digest } from './operators/digest.ts';
import type { Artifact, Check, NullReport } from './operators/reports.ts';
import type { DiscoveredOpaque, Opaque } from './operators/opaque.ts';
import type { DiscoveredPivot, Pivot } from './operators/pivot.ts';
import type { Explode, Unpivot } from './operators/reshape.ts';
import type { Operator } from './operators/operator.ts';
import type { Source, Input, Join, Cross, Union } from './operators/inputs.ts';
import type { Project, Window } from './operators/columns.ts';
import type { Filter, Sort, Slice, Distinct, Duplicates, Sample } from './operators/rows.ts';
import type { AggregateRelation } from './operators/aggregate.ts';

export type { Explode, Unpivot } from './operators/reshape.ts';
export type * from './operators/operator.ts';
export type * from './operators/inputs.ts';
export type * from './operators/columns.ts';
export type * from './operators/rows.ts';
export type * from './operators/aggregate.ts';

/** Writes a file, a table or an object when the whole flow has succeeded. Its rows are those of the input. */
export interface Sink extends Operator {
  readonly op: 'sink';
  readonly input: Relation;
  readonly target: FileTarget | TableTarget | ObjectTarget;
}

/**
 * What a node lowers to: an operator of the relational algebra over other relations. Relations are
 * immutable and may be shared.
 */
export type Relation =
  | Source
  | Input
  | Project
  | Window
  | Filter
  | Sort
  | Slice
  | Distinct
  | Duplicates
  | AggregateRelation
  | Join
  | Cross
  | Union
  | Unpivot
  | Explode
  | Sample
  | Bin
  | Digest
  | Describe
  | Correlate
  | Pivot
  | Check
  | NullReport
  | Artifact
  | Opaque
  | Sink;

/** A relation whose schema only its execution shows. */
export type Discovered = DiscoveredPivot | DiscoveredOpaque | DiscoveredSource | DiscoveredObject;

/** What a node returns. */
export type NodeOutput = Relation | Discovered;

const DISCOVERED: ReadonlySet<NodeOutput['op']> = new Set<Discovered['op']>([
  'discoveredPivot',
  'discoveredOpaque',
  'discoveredSource',
  'discoveredObject',
]);

/** Whether the schema of an output is known only after its execution. */
export function isDiscovered<Output extends NodeOutput>(
  output: Output,
): output is Output & Discovered {
  return DISCOVERED.has(output.op);
}

/** The relation of an output whose schema is known. @throws Error for any other */
export function knownRelation(output: NodeOutput): Relation {
  if (isDiscovered(output)) throw new Error('The schema is known only after execution.');
  return output;
}

/** The direct inputs of a relation: those that determine its rows. The tables of an artifact do not. */
export function inputsOf(relation: Relation): readonly Relation[] {
  if (relation.op === 'source') return [];
  if (relation.op === 'input') return [relation.relation];
  if (relation.op === 'union' || relation.op === 'opaque') return relation.inputs;
  const isBinary = relation.op === 'join' || relation.op === 'cross';
  return isBinary ? [relation.left, relation.right] : [relation.input];
}
