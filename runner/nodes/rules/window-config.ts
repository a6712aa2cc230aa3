import { columnReference } from '../../expressions/typed-expression.ts';
import type { WindowSpec } from '../../expressions/window-call.ts';
import type { Table } from '../../plan/table.ts';
import { booleanField, optionalColumnsField } from '../form.ts';
import { distinctColumns } from './derived-columns.ts';

/** The fields of the rows that a window reads. */
export const windowFields = {
  partition_by: optionalColumnsField('Per', {
    help: 'Computed for each combination of these columns on its own; null is a value. Empty: all rows together.',
  }),
  order_by: optionalColumnsField('In order of', {
    help: 'The order in which the rows are read; the result keeps the order of the input. Nulls are last. Empty: the order of the input.',
  }),
  descending: booleanField('Descending', {
    default: false,
    help: 'Reads the largest values first. Nulls are last nevertheless.',
  }),
} as const;

/** The config of `windowFields`. */
interface WindowConfig {
  readonly partition_by: readonly string[];
  readonly order_by: readonly string[];
  readonly descending: boolean;
}

/** The rows that a window reads. @throws ConfigError for unknown or repeated columns */
export function windowSpec(
  input: Table,
  { partition_by: partition, order_by: order, descending }: WindowConfig,
): WindowSpec {
  const keys = distinctColumns(input, order, 'order_by').map(columnReference);
  return {
    partition: distinctColumns(input, partition, 'partition_by').map(columnReference),
    order: keys.length === 0 ? null : { keys, descending },
  };
}
