import { toPandasMask, toPandasPython } from '../../expressions/to-pandas-python.ts';
import { applyByOperator, type ByOperator } from '../../plan/by-operator.ts';
import type {
  Distinct,
  Duplicates,
  Filter,
  Project,
  Relation,
  Slice,
  Sort,
  Window,
} from '../../plan/relation.ts';
import {
  changedFields,
  droppedNames,
  isUnchanged,
  notNullTest,
  parameterCode,
  renamedPairs,
} from '../idioms.ts';
import { assign, chain } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { emitPandasScript } from '../script-code.ts';
import { emitAggregate } from './aggregate.ts';
import { duplicatesCode, emitPandasCheck } from './check.ts';
import { emitBin } from './bin.ts';
import { emitCross } from './cross.ts';
import { emitExplode } from './explode.ts';
import { emitJoin } from './join.ts';
import { newColumns } from './new-columns.ts';
import { emitPivot } from './pivot.ts';
import { emitSample } from './sample.ts';
import { emitUnion } from './union.ts';
import { emitUnpivot } from './unpivot.ts';

/** Emits the operators of a node as pandas code that assigns `python.target`. */
export function emitPandas(relation: Relation, python: PythonContext): void {
  const frame = emitOperator(relation, python);
  if (frame !== python.target) python.line(`${python.target} = ${frame}`);
}

/** @returns the variable of the frame */
function emitOperator(relation: Relation, python: PythonContext): string {
  return applyByOperator(OPERATORS, relation, python);
}

const OPERATORS: ByOperator<[PythonContext], string> = {
  source: ({ name }) => {
    throw new Error(`The source ${name} has no variable.`);
  },
  input: ({ handle, position }, python) => python.frames(handle)[position] ?? python.frame(handle),
  check: (relation, python) => {
    const frame = emitOperator(relation.input, python);
    emitPandasCheck(python, relation, frame);
    return frame;
  },
  artifact: ({ input, chart }, python) => {
    python.line(`# The service draws a chart here: ${chart.kind}.`);
    return emitOperator(input, python);
  },
  sink: ({ input }, python) => emitOperator(input, python),
  project: emitProjection,
  window: emitProjection,
  filter: assigned(filterCode),
  sort: assigned(sortCode),
  slice: assigned(sliceCode),
  distinct: assigned(distinctCode),
  duplicates: assigned<Duplicates>(duplicatesCode),
  aggregate: (relation, python) => {
    emitAggregate(python, relation, emitOperator(relation.input, python));
    return python.target;
  },
  join: (relation, python) => {
    const left = emitOperator(relation.left, python);
    emitJoin(python, relation, { left, right: emitOperator(relation.right, python) });
    return python.target;
  },
  cross: (relation, python) => {
    const left = emitOperator(relation.left, python);
    emitCross(python, relation, { left, right: emitOperator(relation.right, python) });
    return python.target;
  },
  union: (relation, python) => {
    emitUnion(
      python,
      relation,
      relation.inputs.map((input) => emitOperator(input, python)),
    );
    return python.target;
  },
  pivot: (relation, python) => {
    emitPivot(python, relation, emitOperator(relation.input, python));
    return python.target;
  },
  opaque: (relation, python) => {
    const [input, ...others] = relation.inputs;
    if (input === undefined || others.length > 0) throw new Error('A script reads one input.');
    emitPandasScript(python, relation, emitOperator(input, python));
    return python.target;
  },
  unpivot: (relation, python) => {
    emitUnpivot(python, relation, emitOperator(relation.input, python));
    return python.target;
  },
  sample: (relation, python) => {
    emitSample(python, relation, emitOperator(relation.input, python));
    return python.target;
  },
  bin: (relation, python) => {
    emitBin(python, relation, emitOperator(relation.input, python));
    return python.target;
  },
  explode: (relation, python) => {
    emitExplode(python, relation, emitOperator(relation.input, python));
    return python.target;
  },
};

/** An operator with one input that is written as one expression. */
function assigned<R extends Filter | Sort | Slice | Distinct | Duplicates>(
  code: (python: PythonContext, relation: R, frame: string) => string,
): (relation: R, python: PythonContext) => string {
  return (relation, python) => {
    const frame = emitOperator(relation.input, python);
    python.line(`${python.target} = ${code(python, relation, frame)}`);
    return python.target;
  };
}

function emitProjection(relation: Project | Window, python: PythonContext): string {
  const frame = emitOperator(relation.input, python);
  if (isUnchanged(python, relation)) return frame;
  emitProject(python, relation, frame);
  return python.target;
}

function filterCode(python: PythonContext, relation: Filter, frame: string): string {
  const { predicate, input, nullTestAt } = relation;
  const test = notNullTest(predicate);
  if (test === null) {
    return `${frame}[${toPandasMask(predicate, frame, python)}].reset_index(drop=True)`;
  }
  const all = test.columns.length === input.columns.length;
  const columns =
    parameterCode(python, nullTestAt?.columns) ?? (all ? null : python.literal(test.columns));
  const subset = columns === null ? '' : `subset=${columns}, `;
  const how = parameterCode(python, nullTestAt?.how) ?? python.literal(test.how);
  return `${frame}.dropna(${subset}how=${how}, ignore_index=True)`;
}

function sortCode(python: PythonContext, { keys, nulls, at }: Sort, frame: string): string {
  const by = parameterCode(python, at.columns) ?? python.literal(keys.map((key) => key.column));
  const directions = keys.map(({ descending }) => !descending);
  const same = directions.every((direction) => direction === directions[0]);
  const ascending =
    parameterCode(python, at.ascending) ?? python.literal(same ? directions[0] : directions);
  const position = parameterCode(python, at.nulls) ?? python.literal(nulls);
  return [
    `${frame}.sort_values(`,
    `    by=${by},`,
    `    ascending=${ascending},`,
    `    na_position=${position},`,
    '    kind="stable",',
    '    ignore_index=True,',
    ')',
  ].join('\n');
}

function sliceCode(python: PythonContext, { offset, length, at }: Slice, frame: string): string {
  const n = parameterCode(python, at.length) ?? String(length);
  const start = parameterCode(python, at.offset) ?? String(offset);
  const rows = start === '0' ? `:${n}` : `${start} : ${start} + ${n}`;
  return `${frame}.iloc[${rows}].reset_index(drop=True)`;
}

function distinctCode(python: PythonContext, { keys, keep, at }: Distinct, frame: string): string {
  const subset = at === undefined ? null : (parameterCode(python, at) ?? python.literal(keys));
  const args = subset === null ? [] : [`subset=${subset}`];
  args.push(`keep=${keep === 'none' ? 'False' : python.literal(keep)}`, 'ignore_index=True');
  return `${frame}.drop_duplicates(${args.join(', ')})`;
}

function emitProject(python: PythonContext, relation: Project | Window, frame: string): void {
  const style = relation.op === 'project' ? relation.style : ({ as: 'assign' } as const);
  const { fields, input } = relation;
  if (style.as === 'assign') {
    emitAssign(python, relation, frame);
    return;
  }
  const names = parameterCode(python, style.at);
  const { target } = python;
  switch (style.as) {
    case 'select': {
      const kept = fields.map(({ name }) => name);
      python.line(`${target} = ${frame}[${names ?? python.literal(kept)}]`);
      return;
    }
    case 'drop': {
      const dropped = droppedNames(fields, input.columns);
      python.line(`${target} = ${frame}.drop(columns=${names ?? python.literal(dropped)})`);
      return;
    }
    case 'rename': {
      const newNames = Object.fromEntries(renamedPairs(fields));
      python.line(`${target} = ${frame}.rename(columns=${names ?? python.literal(newNames)})`);
    }
  }
}

/** `assign` does not modify the input frame. */
function emitAssign(
  python: PythonContext,
  { fields, input }: Project | Window,
  frame: string,
): void {
  const columns = changedFields(python, fields).map(({ name, expression, nameAt }) => ({
    name,
    code: toPandasPython(expression, frame, python),
    nameCode: parameterCode(python, nameAt),
  }));
  const existing = input.columns.map(({ name }) => name);
  python.line(assign(python.target, chain(frame, newColumns('assign', columns, existing))));
}
