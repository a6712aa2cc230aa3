import type { ColumnSchema } from '../../domain/column.ts';
import type { Aggregate } from '../../expressions/aggregates.ts';
import type { Relation } from '../relation.ts';
import type { ConfigPath, Operator } from './operator.ts';

/** An aggregate of a column over each group. */
export interface AggregateCall {
  readonly name: string;
  readonly column: ColumnSchema;
  readonly aggregate: Aggregate;
}

/** Groups rows by equal keys; null is a key. Groups are in order of first appearance. */
export interface AggregateRelation extends Operator {
  readonly op: 'aggregate';
  readonly input: Relation;
  readonly keys: readonly string[];
  readonly keysAt: ConfigPath | undefined;
  readonly calls: readonly AggregateCall[];
}
