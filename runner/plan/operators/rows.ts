import type { TypedExpression } from '../../expressions/typed-expression.ts';
import type { Relation } from '../relation.ts';
import type { SampleSize } from '../row-sample.ts';
import type { ConfigPath, Operator } from './operator.ts';

/** Keeps the rows for which the predicate is true, in order. */
export interface Filter extends Operator {
  readonly op: 'filter';
  readonly input: Relation;
  readonly predicate: TypedExpression;
  /** Where the config has the columns of a test for nulls, and whether it is `any` or `all` of them. */
  readonly nullTestAt?: { readonly columns: ConfigPath; readonly how: ConfigPath } | undefined;
}

/** A column to sort by. Text is sorted by code point. */
export interface SortKey {
  readonly column: string;
  readonly descending: boolean;
}

/** Sorts the rows, the most significant key first. Stable. Makes an order. */
export interface Sort extends Operator {
  readonly op: 'sort';
  readonly input: Relation;
  readonly keys: readonly SortKey[];
  /** The place of nulls, regardless of the direction. */
  readonly nulls: 'first' | 'last';
  readonly at: {
    readonly columns?: ConfigPath | undefined;
    /** True for ascending, as one value for all keys or as a list. */
    readonly ascending?: ConfigPath | undefined;
    readonly nulls?: ConfigPath | undefined;
  };
}

/** Skips `offset` rows and keeps at most `length` of the next ones. Observes the order. */
export interface Slice extends Operator {
  readonly op: 'slice';
  readonly input: Relation;
  readonly offset: number;
  readonly length: number;
  readonly at: { readonly offset?: ConfigPath; readonly length?: ConfigPath };
}

/** Keeps one row, or none, of those with equal keys. Nulls are equal. Observes and keeps the order. */
export interface Distinct extends Operator {
  readonly op: 'distinct';
  readonly input: Relation;
  readonly keys: readonly string[];
  readonly keep: 'first' | 'last' | 'none';
  /** Where the config names the keys; undefined: they are all columns. */
  readonly at: ConfigPath | undefined;
}

/** Keeps the rows that have an equal row: every copy. Nulls are equal. Keeps the order. */
export interface Duplicates extends Operator {
  readonly op: 'duplicates';
  readonly input: Relation;
  readonly keys: readonly string[];
  /** Where the config names the keys; undefined: they are all columns. */
  readonly at: ConfigPath | undefined;
}

/**
 * Keeps the rows of a sample, or all others, in order. The sample follows from the seed and the number of
 * rows alone. Observes and keeps the order.
 */
export interface Sample extends Operator {
  readonly op: 'sample';
  readonly input: Relation;
  readonly size: SampleSize;
  readonly seed: number;
  readonly part: 'sample' | 'rest';
  readonly at: { readonly size: ConfigPath; readonly seed: ConfigPath };
}
