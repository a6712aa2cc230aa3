import type pl from 'nodejs-polars';
import { columnExpression } from '../../engines/polars/column-expression.ts';
import type { PolarsFrame, PolarsLibrary } from '../../engines/polars/frame.ts';
import { toCompiledExpression } from '../../expressions/compiled-expression.ts';
import { toPolars } from '../../expressions/index.ts';
import type { ShareColumn } from '../../expressions/polars-builder.ts';
import type { Field, Project, Window } from '../../plan/relation.ts';
import { unusedName } from '../../domain/unused-name.ts';

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

/** The columns of a projection for code that occurs several times in its expressions. */
class SharedColumns {
  readonly #library: PolarsLibrary;
  readonly #used: string[];
  readonly #names: string[] = [];
  /** The first such columns of all fields, then the second ones, and so on. */
  readonly #layers: pl.Expr[][] = [];

  /** @param names those of the columns before and after the projection */
  constructor(library: PolarsLibrary, names: readonly string[]) {
    this.#library = library;
    this.#used = [...names];
  }

  /** Adds columns for one field: the code of one may read an earlier one of the same field. */
  ofField(): ShareColumn {
    let layer = 0;
    return (code) => {
      const name = unusedName(`shared ${this.#names.length}`, this.#used);
      this.#used.push(name);
      this.#names.push(name);
      (this.#layers[layer++] ??= []).push(code.alias(name));
      return this.#library.col(name);
    };
  }

  /** A layer has the columns of many fields: the time of polars grows with the square of the layers. */
  with(lazy: pl.LazyDataFrame): pl.LazyDataFrame {
    return this.#layers.reduce((all, columns) => all.withColumns(...columns), lazy);
  }

  without(lazy: pl.LazyDataFrame): pl.LazyDataFrame {
    return this.#names.length === 0 ? lazy : lazy.drop(this.#names);
  }
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
