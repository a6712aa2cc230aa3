import { aggregateColumn } from '../../engines/pandas/kernels/aggregates/aggregate-column.ts';
import { AggregateOverflow } from '../../engines/pandas/kernels/aggregates/integer-aggregate.ts';
import { columnByName } from '../../engines/pandas/kernels/columns/column-access.ts';
import { distinctRows, duplicateRows } from '../../engines/pandas/kernels/rows/distinct-rows.ts';
import { filterFrame } from '../../engines/pandas/kernels/rows/filter-frame.ts';
import { groupRows } from '../../engines/pandas/kernels/rows/group-rows.ts';
import { joinFrames } from '../../engines/pandas/kernels/rows/join-frames.ts';
import { limitFrame } from '../../engines/pandas/kernels/rows/limit-frame.ts';
import { sortFrame } from '../../engines/pandas/kernels/rows/sort-frame.ts';
import { takeCells, takeRows } from '../../engines/pandas/kernels/columns/take-rows.ts';
import type { Frame } from '../../engines/pandas/frame.ts';
import { UserError } from '../../domain/errors.ts';
import { toColumn } from '../../expressions/index.ts';
import { toCompiledExpression } from '../../expressions/compiled-expression.ts';
import { applyByOperator, type ByOperator } from '../../plan/by-operator.ts';
import type {
  AggregateRelation,
  Distinct,
  Filter,
  Input,
  Project,
  Relation,
  Window,
} from '../../plan/relation.ts';
import { allColumns, columnsNeededOfAll, type Names } from '../../plan/passes/columns-needed.ts';
import { aggregateOverflow, windowOverflow } from '../../plan/traits.ts';
import { binFrame } from './bin.ts';
import { correlateFrame } from './correlate.ts';
import { crossFrames } from './cross.ts';
import { describeFrame } from './describe.ts';
import { digestFrame } from './digest.ts';
import { explodeFrame } from './explode.ts';
import { pivotFrame } from './pivot.ts';
import { projectFrame } from './project.ts';
import { sampleFrame } from './sample.ts';
import { unionFrames } from './union.ts';
import { unpivotFrame } from './unpivot.ts';

/** What the compiler needs besides the relation. */
export interface PandasContext {
  /** The frame of a node input. */
  readonly input: (input: Input) => Frame;
  /** Adds the place of the failing cell to the error of an operator. */
  readonly locate: (error: unknown, relation: Relation, input: Frame) => unknown;
  /** The columns that are read of all rows. Absent: all. Others are computed when a reader needs them. */
  readonly live?: Names | undefined;
}

/**
 * Executes the operators of a node on the columnar kernels. The schema of the result is exactly that of the
 * relation.
 * @throws UserError when a value cannot be computed
 */
export function compilePandas(relation: Relation, context: PandasContext): Frame {
  const compiled = new Map<Relation, Frame>();
  const needed = columnsNeededOfAll(relation, context.live ?? allColumns(relation));
  const compile = (one: Relation): Frame => {
    const known = compiled.get(one);
    if (known !== undefined) return known;
    const frame = applyByOperator(OPERATORS, one, compile, { ...context, needed });
    compiled.set(one, frame);
    return frame;
  };
  return compile(relation);
}

type Compile = (relation: Relation) => Frame;

/** What an operator needs. */
interface OperatorContext extends PandasContext {
  /** The columns of each relation that are read. */
  readonly needed: ReadonlyMap<Relation, Names>;
}

const OPERATORS: ByOperator<[Compile, OperatorContext], Frame> = {
  source: ({ name }) => {
    throw new Error(`The source ${name} has no frame.`);
  },
  opaque: ({ runtime }) => {
    throw new Error(`A script worker evaluates ${runtime}, no engine.`);
  },
  input: (relation, _compile, context) => context.input(relation),
  check: ({ input }, compile) => compile(input),
  nullReport: ({ input }, compile) => compile(input),
  artifact: ({ input }, compile) => compile(input),
  sink: ({ input }, compile) => compile(input),
  project: located<Project>((frame, relation, { needed }) =>
    projectFrame(frame, relation, needed.get(relation)),
  ),
  window: (relation, compile) => windowFrame(compile(relation.input), relation),
  filter: located(filterRows),
  sort: ({ input, keys, nulls }, compile) => sortFrame(compile(input), keys, nulls),
  slice: ({ input, offset, length }, compile) => limitFrame(compile(input), offset, length),
  distinct: (relation, compile) => distinctFrame(compile(relation.input), relation),
  duplicates: ({ input, keys }, compile) => {
    const frame = compile(input);
    const columns = keys.map((name) => columnByName(frame, name));
    return takeRows(frame, duplicateRows(columns, frame.length));
  },
  aggregate: (relation, compile) => aggregateFrame(compile(relation.input), relation),
  join: ({ left, right, plan }, compile) => joinFrames(compile(left), compile(right), plan),
  cross: (relation, compile) =>
    crossFrames(compile(relation.left), compile(relation.right), relation),
  union: (relation, compile) => unionFrames(relation, relation.inputs.map(compile)),
  pivot: (relation, compile) => pivotFrame(compile(relation.input), relation),
  unpivot: (relation, compile) => unpivotFrame(compile(relation.input), relation),
  sample: (relation, compile) => sampleFrame(compile(relation.input), relation),
  explode: (relation, compile) => explodeFrame(compile(relation.input), relation),
  digest: (relation, compile) => digestFrame(compile(relation.input), relation),
  describe: (relation, compile) => describeFrame(compile(relation.input), relation),
  correlate: (relation, compile) => correlateFrame(compile(relation.input), relation),
  bin: (relation, compile) => binFrame(compile(relation.input), relation),
};

/** An operator whose errors get the place of the failing cell. */
function located<R extends Project | Filter>(
  execute: (frame: Frame, relation: R, context: OperatorContext) => Frame,
): (relation: R, compile: Compile, context: OperatorContext) => Frame {
  return (relation, compile, context) => {
    const input = compile(relation.input);
    try {
      return execute(input, relation, context);
    } catch (error) {
      throw context.locate(error, relation, input);
    }
  };
}

function filterRows(frame: Frame, { predicate }: Filter): Frame {
  const mask = toColumn(toCompiledExpression(predicate), frame);
  return mask.type === 'boolean' ? filterFrame(frame, mask) : frame;
}

/** The only failures of a window are integers beyond 64 bits. */
function windowFrame(frame: Frame, relation: Window): Frame {
  try {
    return projectFrame(frame, relation);
  } catch (error) {
    const isOverflow = error instanceof AggregateOverflow || error instanceof UserError;
    throw isOverflow ? windowOverflow(relation) : error;
  }
}

function distinctFrame(frame: Frame, { keys, keep }: Distinct): Frame {
  const columns = keys.map((name) => columnByName(frame, name));
  const rows = distinctRows(columns, frame.length, keep);
  return rows.length === frame.length ? frame : takeRows(frame, rows);
}

function aggregateFrame(frame: Frame, relation: AggregateRelation): Frame {
  try {
    return aggregated(frame, relation);
  } catch (error) {
    throw error instanceof AggregateOverflow ? aggregateOverflow(relation) : error;
  }
}

function aggregated(frame: Frame, { keys, calls }: AggregateRelation): Frame {
  const keyColumns = keys.map((name) => columnByName(frame, name));
  const groups = groupRows(keyColumns, frame.length);
  return {
    length: groups.count,
    names: [...keys, ...calls.map(({ name }) => name)],
    columns: [
      ...keyColumns.map((key) => takeCells(key, groups.firstRows)),
      ...calls.map(({ column, aggregate }) =>
        aggregateColumn(columnByName(frame, column.name), groups, aggregate),
      ),
    ],
  };
}
