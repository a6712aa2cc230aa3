import { DESCRIPTION, type Describe } from '../operators/describe.ts';
import type { Table } from '../table.ts';
import { attributeToField, checkDistinctNames } from './field-checks.ts';

/**
 * Plans a description. @param names the columns; empty: all
 * @throws ConfigError for an unknown or repeated column
 */
export function planDescribe(table: Table, names: readonly string[], field: string): Describe {
  const described = table.columnsOrAll(names, field);
  attributeToField(field, () => {
    checkDistinctNames(names);
  });
  const at = names.length === 0 ? undefined : [field];
  return { op: 'describe', input: table.relation, described, at, columns: DESCRIPTION };
}
