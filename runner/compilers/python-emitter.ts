import { applyByOperator, type ByOperator } from '../plan/by-operator.ts';
import { headValues } from '../plan/builders/head-values.ts';
import type { DiscoveredOpaque } from '../plan/operators/opaque.ts';
import type { DiscoveredPivot } from '../plan/operators/pivot.ts';
import type { Artifact, Check } from '../plan/operators/reports.ts';
import type { Project, ProjectionStyle, Relation, Window } from '../plan/relation.ts';
import { assign, dict } from '../python/code.ts';
import type { PythonContext } from '../python/python-context.ts';
import { pythonText } from '../python/python-literal.ts';
import { droppedNames, isUnchanged, parameterCode, renamedPairs } from './idioms.ts';
import { continued, nameOf, type Frame } from './python-frames.ts';

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
  /** The result of a script with columns of any names, in the types that a run gives them. */
  readonly discoveredOpaque: OperatorCode<DiscoveredOpaque>;
  /** The code of a frame that two later statements read; if it is lazy, neither evaluates it again. */
  readonly evaluated: (python: PythonContext, code: string) => string;
  /**
   * The code of the frame of a node, evaluated here if a lazy script must. Emits a comment that says why.
   * @param relation the last operator of the node
   */
  readonly evaluatedOutput: (python: PythonContext, relation: Relation, code: string) => string;
  /** The code of the frame of the heads of a pivot, in memory. */
  readonly inMemory: (python: PythonContext, code: string) => string;
  /** Emits statements that raise an error or print a warning. */
  readonly check: (python: PythonContext, relation: Check, frame: string) => void;
  readonly select: NamesCode;
  readonly drop: NamesCode;
  /** @param names the code of a dict from the old names to the new ones */
  readonly rename: (python: PythonContext, frame: string, names: string) => string;
  readonly assign: OperatorCode<Project | Window>;
};

/** Emits the operators of a node as code that assigns `python.target`. */
export type EmitRelation = (
  relation: Relation | DiscoveredPivot | DiscoveredOpaque,
  python: PythonContext,
) => void;

/** Returns the emitter of a library. */
export function pythonEmitter(dialect: PythonDialect): EmitRelation {
  const emit = (relation: Relation, python: PythonContext): Frame =>
    applyByOperator(operators, relation, python);

  const unary =
    <R extends Relation & { readonly input: Relation }>(code: OperatorCode<R>) =>
    (relation: R, python: PythonContext): Frame =>
      continued(python, emit(relation.input, python), relation, (own, frame) =>
        code(own, relation, frame),
      );

  const binary =
    <R extends Relation & { readonly left: Relation; readonly right: Relation }>(
      code: BinaryCode<R>,
    ) =>
    (relation: R, python: PythonContext): Frame => {
      const left = emit(relation.left, python);
      const right = nameOf(python, emit(relation.right, python));
      return continued(python, left, relation, (own, name) =>
        code(own, relation, { left: name, right }),
      );
    };

  const projection = (relation: Project | Window, python: PythonContext): Frame => {
    const frame = emit(relation.input, python);
    if (isUnchanged(python, relation)) return frame;
    return continued(python, frame, relation, (own, name) =>
      projectionCode(dialect, own, relation, name),
    );
  };

  const operators: ByOperator<[PythonContext], Frame> = {
    source: ({ name }) => {
      throw new Error(`The source ${name} has no variable.`);
    },
    input: ({ handle, position }, python) => ({
      code: python.frames(handle)[position] ?? python.frame(handle),
      stem: null,
    }),
    check: (relation, python) => {
      const { code, stem } = emit(relation.input, python);
      const frame = { code: stem === null ? code : dialect.evaluated(python, code), stem };
      const name = nameOf(python, frame);
      dialect.check(python, relation, name);
      return { code: name, stem: null };
    },
    nullReport: ({ input }, python) => emit(input, python),
    artifact: (relation, python) => {
      emitChartNote(python, relation);
      return emit(relation.input, python);
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
      const frames = relation.inputs.map((input) => nameOf(python, emit(input, python)));
      return { code: dialect.union(python, relation, frames), stem: 'combined' };
    },
    opaque: (relation, python) => ({
      code: dialect.opaque(python, relation, scriptInput(relation, python)),
      stem: 'computed',
    }),
  };

  const scriptInput = (
    { inputs }: RelationOf<'opaque'> | DiscoveredOpaque,
    python: PythonContext,
  ): string => {
    const [input, ...others] = inputs;
    if (input === undefined || others.length > 0) throw new Error('A script reads one input.');
    return nameOf(python, emit(input, python));
  };

  const pivotWithFoundHeads = (pivot: DiscoveredPivot, python: PythonContext): string => {
    const { code } = emit(pivot.input, python);
    const cells = nameOf(python, { code: dialect.evaluated(python, code), stem: 'cells' });
    const frames = { ...python, frame: () => cells, frames: () => [cells] };
    const found = dialect.inMemory(python, emit(headValues(pivot), frames).code);
    const heads = nameOf(python, { code: found, stem: 'heads' });
    return dialect.discoveredPivot(python, pivot, { cells, heads });
  };

  /** Emits the operators of a node. What only reports passes the frame of the others through. */
  const emitOutput = (relation: Relation, python: PythonContext, isChecked = false): string => {
    if (relation.op === 'check') {
      const frame = emitOutput(relation.input, python, true);
      dialect.check(python, relation, frame);
      return frame;
    }
    if (relation.op === 'artifact') emitChartNote(python, relation);
    return relation.op === 'artifact' || relation.op === 'nullReport' || relation.op === 'sink'
      ? emitOutput(relation.input, python, isChecked)
      : emitRows(relation, python, isChecked);
  };

  const emitRows = (relation: Relation, python: PythonContext, isChecked: boolean): string => {
    const { code, stem } = emit(relation, python);
    if (stem === null && (isChecked || code === python.target)) return code;
    const rows = dialect.evaluatedOutput(python, relation, code);
    const isAgain = isChecked && rows === code;
    python.line(assign(python.target, isAgain ? dialect.evaluated(python, rows) : rows));
    return python.target;
  };

  return (relation, python) => {
    if (relation.op === 'discoveredPivot') {
      python.line(assign(python.target, pivotWithFoundHeads(relation, python)));
    } else if (relation.op === 'discoveredOpaque') {
      const frame = scriptInput(relation, python);
      python.line(assign(python.target, dialect.discoveredOpaque(python, relation, frame)));
    } else {
      const frame = emitOutput(relation, python);
      if (frame !== python.target) python.line(assign(python.target, frame));
    }
  };
}

function emitChartNote(python: PythonContext, { chart }: Artifact): void {
  python.line(`# The service draws a chart here: ${chart.kind}.`);
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
      return dialect.rename(python, frame, parameter ?? dict(names));
    }
  }
}
