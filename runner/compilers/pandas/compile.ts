import { aggregateColumn } from '../../engines/pandas/kernels/aggregate-column.ts';
import { columnByName } from '../../engines/pandas/kernels/column-access.ts';
import { distinctRows } from '../../engines/pandas/kernels/distinct-rows.ts';
import { filterFrame } from '../../engines/pandas/kernels/filter-frame.ts';
import { groupRows } from '../../engines/pandas/kernels/group-rows.ts';
import { joinFrames } from '../../engines/pandas/kernels/join-frames.ts';
import { limitFrame } from '../../engines/pandas/kernels/limit-frame.ts';
import { sortFrame } from '../../engines/pandas/kernels/sort-frame.ts';
import { takeCells, takeRows } from '../../engines/pandas/kernels/take-rows.ts';
import type { Column, Frame } from '../../engines/pandas/frame.ts';
import { toColumn } from '../../expressions/index.ts';
import { toCompiledExpression } from '../../expressions/compiled-expression.ts';
import type { AggregateRelation, Distinct, Field, Input, Relation } from '../../plan/relation.ts';
import { unionFrames } from './union.ts';

/** What the compiler needs besides the relation. */
export interface PandasContext {
  /** The frame of a node input. */
  readonly input: (input: Input) => Frame;
  /** Adds the place of the failing cell to the error of an operator. */
  readonly locate: (error: unknown, relation: Relation, input: Frame) => unknown;
}

/**
 * Executes the operators of a node on the columnar kernels. The schema of the result is exactly that of the
 * relation.
 * @throws UserError when a value cannot be computed
 */
export function compilePandas(relation: Relation, context: PandasContext): Frame {
  const compiled = new Map<Relation, Frame>();
  const compile = (one: Relation): Frame => {
    const known = compiled.get(one);
    if (known !== undefined) return known;
    const frame = executeOperator(one, compile, context);
    compiled.set(one, frame);
    return frame;
  };
  return compile(relation);
}

function executeOperator(
  relation: Relation,
  compile: (relation: Relation) => Frame,
  context: PandasContext,
): Frame {
  switch (relation.op) {
    case 'source':
      throw new Error(`The source ${relation.name} has no frame.`);
    case 'input':
      return context.input(relation);
    case 'join':
      return joinFrames(compile(relation.left), compile(relation.right), relation.plan);
    case 'union':
      return unionFrames(relation, relation.inputs.map(compile));
    default: {
      const input = compile(relation.input);
      try {
        return executeOn(input, relation);
      } catch (error) {
        throw context.locate(error, relation, input);
      }
    }
  }
}

type OnOneInput = Extract<Relation, { readonly input: Relation }>;

function executeOn(frame: Frame, relation: OnOneInput): Frame {
  switch (relation.op) {
    case 'sink':
      return frame;
    case 'project':
    case 'window':
      return projectFrame(frame, relation.fields);
    case 'filter': {
      const mask = toColumn(toCompiledExpression(relation.predicate), frame);
      return mask.type === 'boolean' ? filterFrame(frame, mask) : frame;
    }
    case 'sort':
      return sortFrame(frame, relation.keys, relation.nulls);
    case 'slice':
      return limitFrame(frame, relation.offset, relation.length);
    case 'distinct':
      return distinctFrame(frame, relation);
    case 'aggregate':
      return aggregateFrame(frame, relation);
  }
}

function projectFrame(frame: Frame, fields: readonly Field[]): Frame {
  const byName = new Map(frame.names.map((name, index) => [name, frame.columns[index]]));
  const columns = fields.map(({ expression }): Column => {
    const existing = expression.kind === 'column' ? byName.get(expression.name) : undefined;
    return existing ?? toColumn(toCompiledExpression(expression), frame);
  });
  return { length: frame.length, names: fields.map(({ name }) => name), columns };
}

function distinctFrame(frame: Frame, { keys, keep }: Distinct): Frame {
  const columns = keys.map((name) => columnByName(frame, name));
  const rows = distinctRows(columns, frame.length, keep);
  return rows.length === frame.length ? frame : takeRows(frame, rows);
}

function aggregateFrame(frame: Frame, { keys, calls }: AggregateRelation): Frame {
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
