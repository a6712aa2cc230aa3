import type { ColumnSchema } from '../../domain/column.ts';

/**
 * The place of a value in the config of the node: keys from its root. Generated Python names the parameter
 * there instead of the value.
 */
export type ConfigPath = readonly (string | number)[];

/** What every operator has. */
export interface Operator {
  /** The output schema. */
  readonly columns: readonly ColumnSchema[];
}
