import type { JoinPlan, JoinedColumn } from '../../domain/join.ts';
import type { Relation } from '../relation.ts';
import type { Operator } from './operator.ts';

/** Reads a dataset version. The rows are in the order of the file. */
export interface Source extends Operator {
  readonly op: 'source';
  /** Identifies the data among the sources of a flow: the id of the input node. */
  readonly name: string;
}

/**
 * The output of another node, at an input of this node. The identity of the relation is that of the edge,
 * so that both inputs of a node that reads one relation twice are distinct.
 */
export interface Input extends Operator {
  readonly op: 'input';
  readonly handle: string;
  /** The index of the edge among the edges of the handle. */
  readonly position: number;
  readonly relation: Relation;
}

/**
 * Joins rows with equal keys. Null matches nothing. Rows are in left order (a right join: in right order);
 * rows without a left side come last.
 */
export interface Join extends Operator {
  readonly op: 'join';
  readonly left: Relation;
  readonly right: Relation;
  readonly plan: JoinPlan;
  readonly suffixes: readonly [string, string];
}

/**
 * Combines each left row with each right row: for each left row in order, all right rows in order. Fails
 * when the result would have more rows than `maxRows`, before it is computed.
 */
export interface Cross extends Operator {
  readonly op: 'cross';
  readonly left: Relation;
  readonly right: Relation;
  /** The source of each result column. */
  readonly cells: readonly JoinedColumn[];
  readonly suffixes: readonly [string, string];
  readonly maxRows: number;
}

/** Concatenates rows by column name. A missing column is null; types are united. Observes the order. */
export interface Union extends Operator {
  readonly op: 'union';
  readonly inputs: readonly Relation[];
}
