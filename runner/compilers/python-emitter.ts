import { applyByOperator, type ByOperator } from '../plan/by-operator.ts';
import { headValues } from '../plan/builders/head-values.ts';
import type { DiscoveredPivot } from '../plan/operators/pivot.ts';
import type { Check } from '../plan/operators/reports.ts';
import type { Project, ProjectionStyle, Relation, Window } from '../plan/relation.ts';
import { assign, dict } from '../python/code.ts';
import type { PythonContext } from '../python/python-context.ts';
import { pythonText } from '../python/python-literal.ts';
import { droppedNames, isUnchanged, parameterCode, renamedPairs } from './idioms.ts';

/**
 * Returns the expression of an operator's frame. It may emit statements that the expression needs.
 * @param frame the variable of the input
 */
export type OperatorCode<R> = (python: PythonContext, relation: R, frame: string) => string;

/** The operators that a library writes as an expression of one frame. */
type UnaryOperator =
  | 'filter'
  | 'sort'
  | 'slice'
  | 'distinct'
  | 'duplicates'
  | 'aggregate'
  | 'pivot'
  | 'unpivot'
  | 'explode'
  | 'sample'
  | 'bin'
  | 'digest'
  | 'describe'
  | 'opaque';

type RelationOf<Op extends Relation['op']> = Extract<Relation, { readonly op: Op }>;

/** The variables of both sides of a join. */
export interface JoinFrames {
  readonly left: string;
  readonly right: string;
}

type BinaryCode<R> = (python: PythonContext, relation: R, frames: JoinFrames) => string;

/** Names of columns: the list, and its code, which may be that of a parameter. */
export interface NameList {
  readonly names: readonly string[];
  readonly code: string;
}

/** The variables of a pivot whose heads the script finds. */
export interface PivotFrames {
  readonly cells: string;
  /** One column: the values that become columns, in their order. */
  readonly heads: string;
}

type NamesCode = (python: PythonContext, frame: string, list: NameList) => string;

/** What differs between the libraries: the code of each operator. */
export type PythonDialect = {
  readonly [Op in UnaryOperator]: OperatorCode<RelationOf<Op>>;
} & {
  readonly join: BinaryCode<RelationOf<'join'>>;
  readonly cross: BinaryCode<RelationOf<'cross'>>;
  readonly union: (
    python: PythonContext,
    relation: RelationOf<'union'>,
    frames: readonly string[],
  ) => string;
  readonly discoveredPivot: (
    python: PythonContext,
    pivot: DiscoveredPivot,
    frames: PivotFrames,
  ) => string;
  /** Emits what evaluates a lazy frame, so that two later statements do not each evaluate it. */
  readonly evaluate: (python: PythonContext, frame: string) => void;
  /** Emits statements that raise an error or print a warning. */
  readonly check: (python: PythonContext, relation: Check, frame: string) => void;
  readonly select: NamesCode;
  readonly drop: NamesCode;
  /** @param names the code of a dict from the old names to the new ones */
  readonly rename: (frame: string, names: string) => string;
  readonly assign: OperatorCode<Project | Window>;
};

/** Emits the operators of a node as code that assigns `python.target`. */
export type EmitRelation = (relation: Relation | DiscoveredPivot, python: PythonContext) => void;

/** The variable of the heads that a script finds. */
const HEADS = 'heads';

/** Returns the emitter of a library. */
export function pythonEmitter(dialect: PythonDialect): EmitRelation {
  /** @returns the variable of the frame */
  const emit = (relation: Relation, python: PythonContext): string =>
    applyByOperator(operators, relation, python);

  const unary =
    <R extends { readonly input: Relation }>(code: OperatorCode<R>) =>
    (relation: R, python: PythonContext): string =>
      assigned(python, code(python, relation, emit(relation.input, python)));

  const binary =
    <R extends { readonly left: Relation; readonly right: Relation }>(code: BinaryCode<R>) =>
    (relation: R, python: PythonContext): string => {
      const left = emit(relation.left, python);
      return assigned(
        python,
        code(python, relation, { left, right: emit(relation.right, python) }),
      );
    };

  const projection = (relation: Project | Window, python: PythonContext): string => {
    const frame = emit(relation.input, python);
    if (isUnchanged(python, relation)) return frame;
    return assigned(python, projectionCode(dialect, python, relation, frame));
  };

  const operators: ByOperator<[PythonContext], string> = {
    source: ({ name }) => {
      throw new Error(`The source ${name} has no variable.`);
    },
    input: ({ handle, position }, python) =>
      python.frames(handle)[position] ?? python.frame(handle),
    check: (relation, python) => {
      const frame = emit(relation.input, python);
      dialect.check(python, relation, frame);
      return frame;
    },
    nullReport: ({ input }, python) => emit(input, python),
    artifact: ({ input, chart }, python) => {
      python.line(`# The service draws a chart here: ${chart.kind}.`);
      return emit(input, python);
    },
    sink: ({ input }, python) => emit(input, python),
    project: projection,
    window: projection,
    filter: unary(dialect.filter),
    sort: unary(dialect.sort),
    slice: unary(dialect.slice),
    distinct: unary(dialect.distinct),
    duplicates: unary(dialect.duplicates),
    aggregate: unary(dialect.aggregate),
    pivot: unary(dialect.pivot),
    unpivot: unary(dialect.unpivot),
    explode: unary(dialect.explode),
    sample: unary(dialect.sample),
    bin: unary(dialect.bin),
    digest: unary(dialect.digest),
    describe: unary(dialect.describe),
    correlate: () => {
      throw new Error('Only a chart reads correlations, and a script has none.');
    },
    join: binary(dialect.join),
    cross: binary(dialect.cross),
    union: (relation, python) => {
      const frames = relation.inputs.map((input) => emit(input, python));
      return assigned(python, dialect.union(python, relation, frames));
    },
    opaque: (relation, python) => {
      const [input, ...others] = relation.inputs;
      if (input === undefined || others.length > 0) throw new Error('A script reads one input.');
      return assigned(python, dialect.opaque(python, relation, emit(input, python)));
    },
  };

  const pivotWithFoundHeads = (pivot: DiscoveredPivot, python: PythonContext): string => {
    const cells = emit(pivot.input, python);
    dialect.evaluate(python, cells);
    python.binds(HEADS);
    emit(headValues(pivot), {
      ...python,
      target: HEADS,
      frame: () => cells,
      frames: () => [cells],
    });
    return assigned(python, dialect.discoveredPivot(python, pivot, { cells, heads: HEADS }));
  };

  return (relation, python) => {
    const frame =
      relation.op === 'discoveredPivot'
        ? pivotWithFoundHeads(relation, python)
        : emit(relation, python);
    if (frame !== python.target) assigned(python, frame);
  };
}

function assigned(python: PythonContext, code: string): string {
  python.line(assign(python.target, code));
  return python.target;
}

const ASSIGN: ProjectionStyle = { as: 'assign' };

function projectionCode(
  dialect: PythonDialect,
  python: PythonContext,
  relation: Project | Window,
  frame: string,
): string {
  const { fields, input } = relation;
  const style = relation.op === 'project' ? relation.style : ASSIGN;
  if (style.as === 'assign') return dialect.assign(python, relation, frame);
  const parameter = parameterCode(python, style.at);
  const list = (names: readonly string[]): NameList => ({
    names,
    code: parameter ?? python.literal(names),
  });
  switch (style.as) {
    case 'select':
      return dialect.select(python, frame, list(fields.map(({ name }) => name)));
    case 'drop':
      return dialect.drop(python, frame, list(droppedNames(fields, input.columns)));
    case 'rename': {
      const names = renamedPairs(fields).map(([from, to]) => [from, pythonText(to)] as const);
      return dialect.rename(frame, parameter ?? dict(names));
    }
  }
}
