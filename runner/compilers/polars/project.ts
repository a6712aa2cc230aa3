import type pl from 'nodejs-polars';
import { columnExpression } from '../../engines/polars/column-expression.ts';
import type { PolarsFrame, PolarsLibrary } from '../../engines/polars/frame.ts';
import { toCompiledExpression } from '../../expressions/compiled-expression.ts';
import { toPolars } from '../../expressions/index.ts';
import type { ShareColumn } from '../../expressions/polars-builder.ts';
import type { Field, Project, Window } from '../../plan/relation.ts';
import { SharedColumns } from './shared-columns.ts';

/** Only computed columns cost an expression when all columns of the input keep their place. */
export function projectPlan(
  library: PolarsLibrary,
  input: PolarsFrame,
  relation: Project | Window,
): pl.LazyDataFrame {
  const { fields } = relation;
  const shared = new SharedColumns(
    library,
    [...input.columns, ...fields].map(({ name }) => name),
  );
  const cells = (some: readonly Field[]): pl.Expr[] =>
    some.map((field) => cellOf(library, input, field, shared.ofField()));
  if (input.columns.every(({ name }, index) => fields[index]?.name === name)) {
    const computed = fields.filter((field) => !isUnchanged(field));
    if (computed.length === 0) return input.lazy;
    const added = cells(computed);
    return shared.without(shared.with(input.lazy).withColumns(...added));
  }
  if (relation.op === 'project' && relation.style.as === 'rename') {
    return input.lazy.rename(newNames(fields));
  }
  const selected = cells(fields);
  return shared.with(input.lazy).select(...selected);
}

function isUnchanged({ name, expression }: Field): boolean {
  return expression.kind === 'column' && expression.name === name;
}

function newNames(fields: readonly Field[]): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap(({ name, expression }) =>
      expression.kind === 'column' && expression.name !== name ? [[expression.name, name]] : [],
    ),
  );
}

function cellOf(
  library: PolarsLibrary,
  input: PolarsFrame,
  { name, expression }: Field,
  share: ShareColumn,
): pl.Expr {
  if (expression.kind === 'column') {
    return columnExpression(library, input.columns, expression.name).alias(name);
  }
  return toPolars(toCompiledExpression(expression), library, share).alias(name);
}
