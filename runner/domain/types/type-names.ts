import { DTYPES, type Dtype } from '../column.ts';
import { COLUMN_TYPE_TABLE } from './column-types.ts';

/** The type of each name that `cast` accepts. */
export const TYPES_BY_NAME = namesOf((type) => [type, ...COLUMN_TYPE_TABLE[type].aliases]);

/** The type of each name in other tools, for hints. */
export const TYPES_BY_FOREIGN_NAME = namesOf((type) => [
  ...COLUMN_TYPE_TABLE[type].aliases,
  ...COLUMN_TYPE_TABLE[type].foreignNames,
]);

function namesOf(names: (type: Dtype) => readonly string[]): Readonly<Record<string, Dtype>> {
  return Object.fromEntries(DTYPES.flatMap((type) => names(type).map((name) => [name, type])));
}
