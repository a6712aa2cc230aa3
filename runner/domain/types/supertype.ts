import { COLUMN_TYPE_TABLE } from './column-types.ts';
import type { ColumnType } from '../column.ts';

/**
 * The common supertype of two types: null unites with any type, numbers are floats, and any other
 * combination is a string.
 */
export function supertype(a: ColumnType, b: ColumnType): ColumnType {
  const common = withSupertypes(a).find((type) => withSupertypes(b).includes(type));
  return common ?? 'string';
}

function withSupertypes(type: ColumnType): readonly ColumnType[] {
  return [type, ...COLUMN_TYPE_TABLE[type].supertypes];
}
