import type { DiscoveredPivot } from '../operators/pivot.ts';
import type { Input, Relation } from '../relation.ts';
import { Table } from '../table.ts';

/** The cells of a pivot as the input of the operators above them. */
export function pivotCells({ input }: DiscoveredPivot): Input {
  return { op: 'input', handle: '', position: 0, relation: input, columns: input.columns };
}

/** The values that become columns: those that the column has, sorted, null last. */
export function headValues(pivot: DiscoveredPivot): Relation {
  const { name } = pivot.column;
  // No key of the config has these names: they are never a parameter of a script.
  const field = '';
  return new Table(pivotCells(pivot))
    .select([name], field)
    .distinct([], 'first', field)
    .sort([{ column: name, descending: false }], 'last', {}, field).relation;
}
