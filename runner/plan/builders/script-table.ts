import type { ColumnSchema } from '../../domain/column.ts';
import type { Opaque } from '../operators/opaque.ts';
import { DiscoveredTable } from '../discovered-table.ts';
import { Table } from '../table.ts';

/**
 * Computes a table by a script. No operator may follow in the same node.
 * @param declared the columns of the result; null: those that it has
 */
export function scriptTable(
  input: Table,
  script: Pick<Opaque, 'runtime' | 'script' | 'argument' | 'deterministic'>,
  declared: readonly ColumnSchema[] | null,
): Table | DiscoveredTable {
  const fields = { inputs: [input.relation], ...script };
  return declared === null
    ? new DiscoveredTable({ op: 'discoveredOpaque', ...fields })
    : new Table({ op: 'opaque', ...fields, columns: declared });
}
