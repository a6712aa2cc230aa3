import type { ColumnSchema } from '../../domain/column.ts';
import { columnReference } from '../../expressions/typed-expression.ts';
import type { Field, Project, Relation } from '../relation.ts';

/** Plans a projection of fields with distinct names. */
export function planProjection(
  input: Relation,
  fields: readonly Field[],
  style: Project['style'],
): Project {
  return { op: 'project', input, fields, style, columns: fields.map(schemaOfField) };
}

/** The fields that replace columns in place and append those with a new name. */
export function replacedFields(
  columns: readonly ColumnSchema[],
  fields: readonly Field[],
): readonly Field[] {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const existing = new Set(columns.map(({ name }) => name));
  return [
    ...columns.map((column) => byName.get(column.name) ?? copyOf(column)),
    ...[...byName.values()].filter(({ name }) => !existing.has(name)),
  ];
}

/** The field of a column that stays as it is. */
export function copyOf(column: ColumnSchema): Field {
  return { name: column.name, expression: columnReference(column) };
}

/** The result column of a field. */
export function schemaOfField({ name, expression }: Field): ColumnSchema {
  return { name, type: expression.type };
}
