import type pl from 'nodejs-polars';
import { polarsAggregate } from '../../engines/polars/aggregate-expression.ts';
import { columnExpression } from '../../engines/polars/column-expression.ts';
import type { PolarsFrame, PolarsLibrary } from '../../engines/polars/frame.ts';
import { toPolars } from '../../expressions/index.ts';
import { toCompiledExpression } from '../../expressions/compiled-expression.ts';
import type {
  AggregateRelation,
  Field,
  Input,
  Project,
  Relation,
  Union,
  Window,
} from '../../plan/relation.ts';
import { joinPlans } from './join.ts';
import { sortPlan } from './sort.ts';
import { alignPlan } from './union.ts';

/** What the compiler needs besides the relation. */
export interface PolarsContext {
  readonly library: PolarsLibrary;
  /** The frame of a node input. */
  readonly input: (input: Input) => PolarsFrame;
}

/**
 * Compiles the operators of a node to a lazy polars frame. The schema of the result is exactly that of the
 * relation.
 * @throws UserError for an expression that polars cannot hold
 */
export function compilePolars(relation: Relation, context: PolarsContext): PolarsFrame {
  const compiled = new Map<Relation, PolarsFrame>();
  const compile = (one: Relation): PolarsFrame => {
    const known = compiled.get(one);
    if (known !== undefined) return known;
    const frame = compileOperator(one, compile, context);
    compiled.set(one, frame);
    return frame;
  };
  return compile(relation);
}

type Compile = (relation: Relation) => PolarsFrame;

function compileOperator(
  relation: Relation,
  compile: Compile,
  context: PolarsContext,
): PolarsFrame {
  const { columns } = relation;
  const { library } = context;
  switch (relation.op) {
    case 'source':
      throw new Error(`The source ${relation.name} has no frame.`);
    case 'input':
      return context.input(relation);
    case 'sink':
      return compile(relation.input);
    case 'project':
    case 'window':
      return { columns, lazy: projectPlan(library, compile(relation.input), relation) };
    case 'filter': {
      const predicate = toPolars(toCompiledExpression(relation.predicate), library);
      return { columns, lazy: compile(relation.input).lazy.filter(predicate) };
    }
    case 'sort': {
      const { keys, nulls } = relation;
      return { columns, lazy: sortPlan(library, compile(relation.input), keys, nulls === 'last') };
    }
    case 'slice': {
      const { offset, length } = relation;
      return { columns, lazy: compile(relation.input).lazy.slice(offset, length) };
    }
    case 'distinct': {
      const { keys, keep } = relation;
      const options = { subset: [...keys], keep, maintainOrder: true };
      return { columns, lazy: compile(relation.input).lazy.unique(options) };
    }
    case 'aggregate':
      return { columns, lazy: aggregatePlan(library, compile(relation.input), relation) };
    case 'join': {
      const left = compile(relation.left);
      return { columns, lazy: joinPlans(library, left, compile(relation.right), relation.plan) };
    }
    case 'union':
      return { columns, lazy: unionPlan(library, relation, compile) };
  }
}

/** Only computed columns cost an expression when all columns of the input keep their place. */
function projectPlan(
  library: PolarsLibrary,
  input: PolarsFrame,
  relation: Project | Window,
): pl.LazyDataFrame {
  const { fields } = relation;
  if (input.columns.every(({ name }, index) => fields[index]?.name === name)) {
    const computed = fields.filter((field) => !isUnchanged(field));
    if (computed.length === 0) return input.lazy;
    return input.lazy.withColumns(...computed.map((field) => cellOf(library, input, field)));
  }
  if (relation.op === 'project' && relation.style.as === 'rename') {
    return input.lazy.rename(newNames(fields));
  }
  return input.lazy.select(...fields.map((field) => cellOf(library, input, field)));
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

function cellOf(library: PolarsLibrary, input: PolarsFrame, { name, expression }: Field): pl.Expr {
  if (expression.kind === 'column') {
    return columnExpression(library, input.columns, expression.name).alias(name);
  }
  return toPolars(toCompiledExpression(expression), library).alias(name);
}

function aggregatePlan(
  library: PolarsLibrary,
  { lazy, columns }: PolarsFrame,
  { keys, calls }: AggregateRelation,
): pl.LazyDataFrame {
  const results = calls.map(({ name, column, aggregate }) => {
    const cells = columnExpression(library, columns, column.name);
    return polarsAggregate(library, cells, aggregate, column.type).alias(name);
  });
  const by = keys.map((name) => columnExpression(library, columns, name));
  return lazy.groupBy(by, true).agg(...results);
}

function unionPlan(
  library: PolarsLibrary,
  { inputs, columns }: Union,
  compile: Compile,
): pl.LazyDataFrame {
  const parts = inputs.map((input) => alignPlan(library, compile(input), columns));
  return library.concat(parts, { how: 'vertical' });
}
