import { isPolarsPattern } from '../../engines/polars/column-expression.ts';
import { toPolarsPython } from '../../expressions/to-polars-python.ts';
import type {
  Distinct,
  Field,
  Filter,
  Project,
  Relation,
  Slice,
  Sort,
  Window,
} from '../../plan/relation.ts';
import { polarsColumn, polarsColumns, polarsSelection } from '../../python/polars-columns.ts';
import type { PythonContext } from '../../python/python-context.ts';
import {
  changedFields,
  droppedNames,
  isUnchanged,
  notNullTest,
  renamedPairs,
  written,
} from '../idioms.ts';
import { emitAggregate } from './aggregate.ts';
import { emitJoin } from './join.ts';
import { emitUnion } from './union.ts';

/**
 * Emits the operators of a node as polars code that assigns `python.target`. The code works on a DataFrame
 * and on a LazyFrame.
 */
export function emitPolars(relation: Relation, python: PythonContext): void {
  const frame = emitOperator(relation, python);
  if (frame !== python.target) python.line(`${python.target} = ${frame}`);
}

/** @returns the variable of the frame */
function emitOperator(relation: Relation, python: PythonContext): string {
  switch (relation.op) {
    case 'source':
      throw new Error(`The source ${relation.name} has no variable.`);
    case 'input':
      return python.frames(relation.handle)[relation.position] ?? python.frame(relation.handle);
    case 'sink':
      return emitOperator(relation.input, python);
    case 'join': {
      const left = emitOperator(relation.left, python);
      emitJoin(python, relation, { left, right: emitOperator(relation.right, python) });
      return python.target;
    }
    case 'union':
      emitUnion(
        python,
        relation,
        relation.inputs.map((input) => emitOperator(input, python)),
      );
      return python.target;
    case 'aggregate':
      emitAggregate(python, relation, emitOperator(relation.input, python));
      return python.target;
    case 'project':
    case 'window': {
      const frame = emitOperator(relation.input, python);
      if (isUnchanged(relation)) return frame;
      emitProject(python, relation, frame);
      return python.target;
    }
    default: {
      const frame = emitOperator(relation.input, python);
      python.line(`${python.target} = ${rowsCode(python, relation, frame)}`);
      return python.target;
    }
  }
}

function rowsCode(
  python: PythonContext,
  relation: Filter | Sort | Slice | Distinct,
  frame: string,
): string {
  switch (relation.op) {
    case 'filter':
      return filterCode(python, relation, frame);
    case 'sort':
      return sortCode(python, relation, frame);
    case 'slice': {
      const { offset, length, at } = relation;
      const start = written(python, at.offset) ?? String(offset);
      return `${frame}.slice(${start}, ${written(python, at.length) ?? String(length)})`;
    }
    case 'distinct':
      return distinctCode(python, relation, frame);
  }
}

function filterCode(
  python: PythonContext,
  { predicate, input, columnsAt }: Filter,
  frame: string,
): string {
  const test = notNullTest(predicate);
  if (test === null) return `${frame}.filter(${toPolarsPython(predicate, python)})`;
  const all = test.columns.length === input.columns.length;
  const columns = written(python, columnsAt) ?? (all ? null : python.literal(test.columns));
  const list = columns === null ? '' : polarsSelection(python, test.columns, columns);
  if (test.how === 'any') return `${frame}.drop_nulls(${list})`;
  python.import('import polars as pl');
  const selected = list.startsWith('cs.') ? list : `pl.col(${list})`;
  const cells = columns === null ? 'pl.all()' : selected;
  return `${frame}.filter(\n    pl.any_horizontal(${cells}.is_not_null())\n)`;
}

function sortCode(python: PythonContext, { keys, nulls, at }: Sort, frame: string): string {
  const by = polarsColumns(
    python,
    keys.map(({ column }) => column),
    at.columns,
  );
  const directions = keys.map(({ descending }) => descending);
  const isSame = directions.every((direction) => direction === directions[0]);
  const ascending = written(python, at.ascending);
  const descending =
    ascending === null ? python.literal(isSame ? directions[0] : directions) : `not ${ascending}`;
  const position = written(python, at.nulls);
  const nullsLast = position === null ? python.literal(nulls === 'last') : `${position} == "last"`;
  return [
    `${frame}.sort(`,
    `    ${by},`,
    `    descending=${descending},`,
    `    nulls_last=${nullsLast},`,
    '    maintain_order=True,',
    ')',
  ].join('\n');
}

function distinctCode(python: PythonContext, { keys, keep, at }: Distinct, frame: string): string {
  const names = at === undefined ? null : (written(python, at) ?? python.literal(keys));
  const args = names === null ? [] : [`subset=${polarsSelection(python, keys, names)}`];
  args.push(`keep=${python.literal(keep)}`, 'maintain_order=True');
  return `${frame}.unique(${args.join(', ')})`;
}

function emitProject(python: PythonContext, relation: Project | Window, frame: string): void {
  const style = relation.op === 'project' ? relation.style : ({ as: 'assign' } as const);
  const { fields, input } = relation;
  if (style.as === 'assign') {
    emitAssign(python, changedFields(fields), frame);
    return;
  }
  const names = written(python, style.at);
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
      if (dropped.some(isPolarsPattern)) {
        const kept = fields.map(({ name }) => name);
        const selection = polarsSelection(python, kept, python.literal(kept));
        python.line(`${target} = ${frame}.select(${selection})`);
        return;
      }
      python.line(`${target} = ${frame}.drop(${names ?? python.literal(dropped)})`);
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
    const alias = written(python, nameAt) ?? python.literal(name);
    python.line(`    (${code}).alias(${alias}),`);
  }
  python.line(')');
}
