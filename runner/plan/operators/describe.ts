import type { ColumnSchema } from '../../domain/column.ts';
import type { ConfigPath, Operator, Relation } from '../relation.ts';

/** The columns of a description, in order: those that name the described column, then its statistics. */
export const DESCRIPTION = [
  { name: 'column', type: 'string' },
  { name: 'type', type: 'string' },
  { name: 'count', type: 'integer' },
  { name: 'nulls', type: 'integer' },
  { name: 'distinct', type: 'integer' },
  { name: 'min', type: 'string' },
  { name: 'max', type: 'string' },
  { name: 'mean', type: 'float' },
  { name: 'std', type: 'float' },
  { name: 'q25', type: 'float' },
  { name: 'median', type: 'float' },
  { name: 'q75', type: 'float' },
] as const satisfies readonly ColumnSchema[];

/** The name of a column of a description. */
export type Statistic = (typeof DESCRIPTION)[number]['name'];

/** The statistics that are quantiles, with their shares. */
export const QUANTILES = { q25: 0.25, median: 0.5, q75: 0.75 } as const;

/**
 * One row of statistics for each column, in the order of the columns. `count` and `distinct` leave nulls out.
 * `min` and `max` are text. The statistics of floats are null for other columns than numbers.
 */
export interface Describe extends Operator {
  readonly op: 'describe';
  readonly input: Relation;
  readonly described: readonly ColumnSchema[];
  /** Where the config names the columns; undefined: they are all columns. */
  readonly at: ConfigPath | undefined;
}
