import { toPolarsPython } from '../../expressions/to-polars-python.ts';
import { polarsColumn } from '../../expressions/polars-column-code.ts';
import { rowCountForPolars } from '../../engines/polars/pinned/row-range.ts';
import { applyByOperator, type ByOperator } from '../../plan/by-operator.ts';
import type {
  Distinct,
  Duplicates,
  Field,
  Filter,
  Project,
  Relation,
  Slice,
  Sort,
  Window,
} from '../../plan/relation.ts';
import { castsStrictly } from '../../plan/traits.ts';
import { chain, list } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import {
  changedFields,
  droppedNames,
  isUnchanged,
  notNullTest,
  parameterCode,
  renamedPairs,
} from '../idioms.ts';
import { emitPolarsScript } from '../script-code.ts';
import { emitAggregate } from './aggregate.ts';
import { duplicatesFilter, emitPolarsCheck } from './check.ts';
import { polarsColumns, polarsSelection } from './columns.ts';
import { emitBin } from './bin.ts';
import { emitCross } from './cross.ts';
import { emitExplode } from './explode.ts';
import { emitJoin } from './join.ts';
import { emitPivot } from './pivot.ts';
import { emitSample } from './sample.ts';
import { emitUnion } from './union.ts';
import { emitUnpivot } from './unpivot.ts';

/**
 * Emits the operators of a node as polars code that assigns `python.target`. The code works on a DataFrame
 * and on a LazyFrame.
 */
export function emitPolars(relation: Relation, python: PythonContext): void {
  const frame = emitOperator(relation, python);
  if (frame !== python.target) python.line(`${python.target} = ${frame}`);
  if (!python.lazy || !castsStrictly(relation)) return;
  python.line('# Evaluated here: a lazy plan would skip a cast that no later step uses.');
  python.line(`${python.target} = ${python.target}.collect().lazy()`);
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
    emitPolarsCheck(python, relation, frame);
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
  duplicates: assigned((python, { keys, at }, frame) =>
    chain(frame, [duplicatesFilter(python, keys, at)]),
  ),
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
    emitPolarsScript(python, relation, emitOperator(input, python));
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

function filterCode(
  python: PythonContext,
  { predicate, input, nullTestAt }: Filter,
  frame: string,
): string {
  const test = notNullTest(predicate);
  if (test === null) return `${frame}.filter(${toPolarsPython(predicate, python)})`;
  const all = test.columns.length === input.columns.length;
  const columns =
    parameterCode(python, nullTestAt?.columns) ?? (all ? null : python.literal(test.columns));
  const subset = columns === null ? '' : polarsSelection(python, test.columns, columns);
  if (test.how === 'any') return `${frame}.drop_nulls(${subset})`;
  python.import('import polars as pl');
  const selected = subset.startsWith('cs.') ? subset : `pl.col(${subset})`;
  const cells = columns === null ? 'pl.all()' : selected;
  return `${frame}.filter(\n    pl.any_horizontal(${cells}.is_not_null())\n)`;
}

function sortCode(python: PythonContext, { keys, nulls, at }: Sort, frame: string): string {
  const by = polarsColumns(
    python,
    keys.map(({ column }) => column),
    at.columns,
  );
  const position = parameterCode(python, at.nulls);
  const nullsLast = position === null ? python.literal(nulls === 'last') : `${position} == "last"`;
  return [
    `${frame}.sort(`,
    `    ${by},`,
    `    descending=${descendingCode(python, keys, at.ascending)},`,
    `    nulls_last=${nullsLast},`,
    '    maintain_order=True,',
    ')',
  ].join('\n');
}

/** The config says `ascending`, for all keys or for each; polars has the opposite. */
function descendingCode(
  python: PythonContext,
  keys: Sort['keys'],
  at: Sort['at']['ascending'],
): string {
  const all = parameterCode(python, at);
  const directions = keys.map(({ descending }, index) => {
    const one = at === undefined ? null : parameterCode(python, [...at, index]);
    return one === null ? python.literal(descending) : `not ${one}`;
  });
  const isList = directions.some((direction) => direction.startsWith('not '));
  if (all !== null && !isList) return `not ${all}`;
  const isSame = !isList && directions.every((direction) => direction === directions[0]);
  return isSame ? (directions[0] ?? 'False') : list(directions);
}

function sliceCode(python: PythonContext, { offset, length, at }: Slice, frame: string): string {
  const start = parameterCode(python, at.offset) ?? String(offset);
  const rows = parameterCode(python, at.length) ?? String(rowCountForPolars(length));
  return `${frame}.slice(${start}, ${rows})`;
}

function distinctCode(python: PythonContext, { keys, keep, at }: Distinct, frame: string): string {
  const names = at === undefined ? null : (parameterCode(python, at) ?? python.literal(keys));
  const args = names === null ? [] : [`subset=${polarsSelection(python, keys, names)}`];
  args.push(`keep=${python.literal(keep)}`, 'maintain_order=True');
  return `${frame}.unique(${args.join(', ')})`;
}

function emitProject(python: PythonContext, relation: Project | Window, frame: string): void {
  const style = relation.op === 'project' ? relation.style : ({ as: 'assign' } as const);
  const { fields, input } = relation;
  if (style.as === 'assign') {
    emitAssign(python, changedFields(python, fields), frame);
    return;
  }
  const names = parameterCode(python, style.at);
  const { target } = python;
  switch (style.as) {
    case 'select': {
      const kept = fields.map(({ name }) => name);
      const selection = polarsSelection(python, kept, names ?? python.literal(kept));
      python.line(`${target} = ${frame}.select(${selection})`);
      return;
    }
    case 'drop': {
      const dropped = droppedNames(fields, input.columns);
      const selection = polarsSelection(python, dropped, names ?? python.literal(dropped));
      python.line(`${target} = ${frame}.drop(${selection})`);
      return;
    }
    case 'rename': {
      const newNames = Object.fromEntries(renamedPairs(fields));
      python.line(`${target} = ${frame}.rename(${names ?? python.literal(newNames)})`);
    }
  }
}

function emitAssign(python: PythonContext, fields: readonly Field[], frame: string): void {
  python.line(`${python.target} = ${frame}.with_columns(`);
  for (const { name, expression, nameAt } of fields) {
    const code =
      expression.kind === 'column'
        ? polarsColumn(python, expression.name, python.literal(expression.name))
        : toPolarsPython(expression, python);
    const alias = parameterCode(python, nameAt) ?? python.literal(name);
    python.line(`    (${code}).alias(${alias}),`);
  }
  python.line(')');
}
