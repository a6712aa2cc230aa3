import type pl from 'nodejs-polars';
import { polarsAggregate } from '../../engines/polars/aggregate-expression.ts';
import { columnExpression } from '../../engines/polars/column-expression.ts';
import type { PolarsFrame, PolarsLibrary } from '../../engines/polars/frame.ts';
import { polarsRowCount } from '../../engines/polars/row-count.ts';
import { applyByOperator, type ByOperator } from '../../plan/by-operator.ts';
import type { AggregateRelation, Input, Relation, Slice } from '../../plan/relation.ts';
import { asofPlan } from './asof.ts';
import { binPlan } from './bin.ts';
import { correlatePlan } from './correlate.ts';
import { crossPlan } from './cross.ts';
import { describePlan } from './describe.ts';
import { digestPlan } from './digest.ts';
import { duplicatesPlan } from './duplicates.ts';
import { explodePlan } from './explode.ts';
import { filterPlan } from './filter.ts';
import { joinPlans } from './join.ts';
import { pivotPlan } from './pivot.ts';
import { projectPlan } from './project.ts';
import { samplePlan } from './sample.ts';
import { sortPlan } from './sort.ts';
import { alignPlan } from './union.ts';
import { unpivotPlan } from './unpivot.ts';
import { windowPlan } from './window.ts';

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
    const frame =
      one.op === 'input'
        ? context.input(one)
        : { lazy: applyByOperator(OPERATORS, one, compile, context), columns: one.columns };
    compiled.set(one, frame);
    return frame;
  };
  return compile(relation);
}

type Compile = (relation: Relation) => PolarsFrame;

const OPERATORS: ByOperator<[Compile, PolarsContext], pl.LazyDataFrame> = {
  source: ({ name }) => {
    throw new Error(`The source ${name} has no frame.`);
  },
  opaque: ({ runtime }) => {
    throw new Error(`A script worker evaluates ${runtime}, no engine.`);
  },
  input: (relation, _compile, context) => context.input(relation).lazy,
  check: ({ input }, compile) => compile(input).lazy,
  nullReport: ({ input }, compile) => compile(input).lazy,
  artifact: ({ input }, compile) => compile(input).lazy,
  sink: ({ input }, compile) => compile(input).lazy,
  project: (relation, compile, { library }) =>
    projectPlan(library, compile(relation.input), relation),
  window: (relation, compile, { library }) => {
    const { input, fields } = windowPlan(library, compile(relation.input), relation);
    return projectPlan(library, input, { ...relation, fields });
  },
  filter: ({ input, predicate }, compile, { library }) =>
    filterPlan(library, compile(input), predicate),
  sort: (relation, compile, { library }) => sortPlan(library, compile(relation.input), relation),
  slice: slicePlan,
  distinct: ({ input, keys, keep }, compile) =>
    compile(input).lazy.unique({ subset: [...keys], keep, maintainOrder: true }),
  duplicates: (relation, compile, { library }) =>
    duplicatesPlan(library, compile(relation.input), relation),
  aggregate: (relation, compile, { library }) =>
    aggregatePlan(library, compile(relation.input), relation),
  join: ({ left, right, plan }, compile, { library }) =>
    (plan.asof === undefined ? joinPlans : asofPlan)(library, compile(left), compile(right), plan),
  cross: (relation, compile, { library }) =>
    crossPlan(library, [compile(relation.left), compile(relation.right)], relation),
  union: ({ inputs, columns }, compile, { library }) =>
    library.concat(
      inputs.map((input) => alignPlan(library, compile(input), columns)),
      { how: 'vertical' },
    ),
  pivot: (relation, compile, { library }) => pivotPlan(library, compile(relation.input), relation),
  unpivot: (relation, compile, { library }) =>
    unpivotPlan(library, compile(relation.input), relation),
  sample: (relation, compile, { library }) =>
    samplePlan(library, compile(relation.input), relation),
  explode: (relation, compile, { library }) =>
    explodePlan(library, compile(relation.input), relation),
  digest: (relation, compile, { library }) =>
    digestPlan(library, compile(relation.input), relation),
  describe: (relation, compile, { library }) =>
    describePlan(library, compile(relation.input), relation),
  correlate: (relation, compile, { library }) =>
    correlatePlan(library, compile(relation.input), relation),
  bin: (relation, compile, { library }) => binPlan(library, compile(relation.input), relation),
};

/** Of sorted rows, only those of the slice are gathered. */
function slicePlan(
  { input, offset, length }: Slice,
  compile: Compile,
  { library }: PolarsContext,
): pl.LazyDataFrame {
  const range = { offset, length: polarsRowCount(length) };
  if (input.op !== 'sort') return compile(input).lazy.slice(range.offset, range.length);
  return sortPlan(library, compile(input.input), input, range);
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
