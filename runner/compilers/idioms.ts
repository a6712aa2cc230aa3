import type { ColumnSchema } from '../domain/column.ts';
import { isNotNullOperation, logicalAnd, logicalOr } from '../expressions/operations/logic.ts';
import { columnsUsed, type TypedExpression } from '../expressions/typed-expression.ts';
import type { ConfigPath, Field, Project, Window } from '../plan/relation.ts';
import type { PythonContext } from '../python/python-context.ts';

/** The Python code of a config value that names a parameter; null for any other value. */
export function parameterCode(python: PythonContext, at: ConfigPath | undefined): string | null {
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

/** Whether a projection returns its input as it is, with any values of the parameters. */
export function isUnchanged(python: PythonContext, relation: Project | Window): boolean {
  const { fields, input } = relation;
  return (
    !namesParameter(python, relation) &&
    fields.length === input.columns.length &&
    input.columns.every(({ name }, index) => fields[index]?.name === name) &&
    changedFields(python, fields).length === 0
  );
}

function namesParameter(python: PythonContext, relation: Project | Window): boolean {
  const at =
    relation.op === 'project' && relation.style.as !== 'assign' ? relation.style.at : undefined;
  return parameterCode(python, at) !== null;
}

/** The fields that are not a column of the input under its own name, or whose name is a parameter. */
export function changedFields(python: PythonContext, fields: readonly Field[]): readonly Field[] {
  return fields.filter(
    (field) => !isInputColumn(field) || parameterCode(python, field.nameAt) !== null,
  );
}

function isInputColumn({ name, expression }: Field): boolean {
  return expression.kind === 'column' && expression.name === name;
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
  return fields.flatMap(({ name, expression }) =>
    expression.kind === 'column' && expression.name !== name
      ? [[expression.name, name] as const]
      : [],
  );
}
