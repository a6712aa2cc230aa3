import type { ColumnSchema } from '../../domain/column.ts';
import { supertype } from '../../domain/types/supertype.ts';

/** All columns of several inputs in order of first appearance, with the supertypes of their types. */
export function unionSchema(inputs: readonly (readonly ColumnSchema[])[]): readonly ColumnSchema[] {
  const types = new Map<string, ColumnSchema['type']>();
  for (const { name, type } of inputs.flat()) {
    const known = types.get(name);
    types.set(name, known === undefined ? type : supertype(known, type));
  }
  return Array.from(types, ([name, type]) => ({ name, type }));
}
