import type { ColumnSchema } from '../domain/column.ts';
import { UserError } from '../domain/errors.ts';
import type { EngineAdapter, TransformStep } from '../engine-adapters/engine-adapter.ts';
import { call, columnReference } from '../expressions/typed-expression.ts';
import type { Field, Input, Relation } from '../plan/relation.ts';
import { widening } from '../plan/widening.ts';

/**
 * Brings the result of a script into the declared columns: their order, and their types for columns without
 * a value.
 * @throws UserError for other columns or types
 */
export function declaredResult<F>(
  engine: EngineAdapter<F>,
  actual: { readonly frame: F; readonly columns: readonly ColumnSchema[] },
  { columns: declared }: Relation,
  step: Omit<TransformStep<F>, 'relation'>,
): F {
  const problem = difference(actual.columns, declared);
  if (problem !== null) throw new UserError(`The result of the script ${problem}`);
  const isSame = declared.every(({ name, type }, place) => {
    const column = actual.columns[place];
    return column?.name === name && column.type === type;
  });
  if (isSame) return actual.frame;
  const input = inputOf(actual.columns);
  const fields = declared.map((column) => fieldOf(column, actual.columns));
  const relation: Relation = {
    op: 'project',
    input,
    fields,
    style: { as: 'assign' },
    columns: declared,
  };
  return engine.transform({
    ...step,
    relation,
    input: () => actual.frame,
    sources: [actual.frame],
  });
}

function inputOf(columns: readonly ColumnSchema[]): Input {
  const source = { op: 'source', name: 'script', columns } as const;
  return { op: 'input', handle: '', position: 0, relation: source, columns };
}

function fieldOf({ name, type }: ColumnSchema, actual: readonly ColumnSchema[]): Field {
  const from = actual.find((column) => column.name === name)?.type ?? type;
  const cell = columnReference({ name, type: from });
  const convert = widening(from, type);
  return { name, expression: convert === null ? cell : call(convert, cell) };
}

function difference(
  actual: readonly ColumnSchema[],
  declared: readonly ColumnSchema[],
): string | null {
  const types = new Map(actual.map(({ name, type }) => [name, type]));
  const expected = new Set(declared.map(({ name }) => name));
  const missing = declared.filter(({ name }) => !types.has(name));
  if (missing.length > 0) return `has no column ${quoted(missing)}, which its config declares.`;
  const other = actual.filter(({ name }) => !expected.has(name));
  if (other.length > 0)
    return `has the column ${quoted(other)}, which its config does not declare.`;
  for (const { name, type } of declared) {
    const found = types.get(name);
    if (found !== type && found !== 'null') {
      return `has the type ${found ?? ''} in column "${name}", and its config declares ${type}.`;
    }
  }
  return null;
}

function quoted(columns: readonly ColumnSchema[]): string {
  return columns.map(({ name }) => `"${name}"`).join(', ');
}
