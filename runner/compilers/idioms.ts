import type { ColumnSchema } from '../domain/column.ts';
import { isNotNullOperation, logicalAnd, logicalOr } from '../expressions/operations/logic.ts';
import { columnsUsed, type TypedExpression } from '../expressions/typed-expression.ts';
import type { ConfigPath, Field, Project, Window } from '../plan/relation.ts';
import type { PythonContext } from '../python/python-context.ts';

/** The Python code of a config value that names a parameter; null for any other value. */
export function written(python: PythonContext, at: ConfigPath | undefined): string | null {
  return at === undefined ? null : python.parameterAt(at);
}

/** A predicate that drops rows with nulls: `any` column or `all` columns of the list are null. */
export interface NotNullTest {
  readonly columns: readonly string[];
  readonly how: 'any' | 'all';
}

/** Recognizes the predicate for which dataframe libraries have `dropna` and `drop_nulls`. */
export function notNullTest(predicate: TypedExpression): NotNullTest | null {
  const how = predicate.kind === 'call' && predicate.operation === logicalOr ? 'all' : 'any';
  const connective = how === 'all' ? logicalOr : logicalAnd;
  return testsNull(predicate, connective) ? { columns: columnsUsed(predicate), how } : null;
}

function testsNull(node: TypedExpression, connective: typeof logicalAnd): boolean {
  if (node.kind !== 'call') return false;
  if (node.operation === isNotNullOperation) return node.args[0]?.kind === 'column';
  return node.operation === connective && node.args.every((arg) => testsNull(arg, connective));
}

/** Whether a projection returns its input as it is. */
export function isUnchanged({ fields, input }: Project | Window): boolean {
  return (
    fields.length === input.columns.length &&
    input.columns.every(({ name }, index) => fields[index]?.name === name) &&
    changedFields(fields).length === 0
  );
}

/** The fields that are not a column of the input under its own name. */
export function changedFields(fields: readonly Field[]): readonly Field[] {
  return fields.filter(
    ({ name, expression }) => expression.kind !== 'column' || expression.name !== name,
  );
}

/** The columns of the input that no field has. */
export function droppedNames(
  fields: readonly Field[],
  columns: readonly ColumnSchema[],
): readonly string[] {
  const kept = new Set(fields.map(({ name }) => name));
  return columns.flatMap(({ name }) => (kept.has(name) ? [] : [name]));
}

/** The old and the new name of each renamed column. */
export function renamedPairs(fields: readonly Field[]): readonly (readonly [string, string])[] {
  return changedFields(fields).flatMap(({ name, expression }) =>
    expression.kind === 'column' ? [[expression.name, name] as const] : [],
  );
}
