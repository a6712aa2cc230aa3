import type { ColumnSchema, ColumnType } from '../domain/column.ts';
import { findColumn } from '../domain/nearest-name.ts';
import {
  isNotNullOperation,
  isNullOperation,
  logicalAnd,
} from '../expressions/operations/logic.ts';
import { numberHint } from '../expressions/operations/number-hint.ts';
import { call, columnReference } from '../expressions/typed-expression.ts';
import type { NullReport } from '../plan/operators/reports.ts';
import type { AggregateRelation, Field, Input, Project, Relation } from '../plan/relation.ts';
import { Table } from '../plan/table.ts';
import { cellText, floatText } from './cell-text.ts';
import type { EngineAdapter } from '../engine-adapters/engine-adapter.ts';
import type { Evaluate } from './evaluate-check.ts';

/** Only so many columns have a warning of their own: each needs a query, and nobody reads hundreds. */
const SHOWN_COLUMNS = 20;
/** The number of lost values in a warning. */
const SHOWN_VALUES = 5;
/** The distinct values of a warning are those of so many rows with lost values. */
const MAX_LOST_ROWS = 1_000;

/** How a report of nulls is evaluated: on the inputs of the node, and on its result, which is known. */
export interface NullStep<F> {
  readonly input: Evaluate<F>;
  readonly result: Evaluate<F>;
  /** Whether the cells of the result are computed already, so that counting them is cheap. */
  readonly isEvaluated: boolean;
  /** The number of rows of the result. */
  readonly rows: () => number;
}

/** A sentence for each column with nulls that the node reports. @throws UpstreamFailure */
export function nullWarnings<F>(
  engine: EngineAdapter<F>,
  report: NullReport,
  step: NullStep<F>,
): readonly string[] {
  return report.kind === 'lost'
    ? lostWarnings(engine, report, step)
    : leftWarnings(engine, report, step);
}

function lostWarnings<F>(
  engine: EngineAdapter<F>,
  { input: projection, names }: NullReport,
  step: NullStep<F>,
): readonly string[] {
  if (projection.op !== 'project') throw new Error('Only a projection makes values null.');
  const { input, fields } = projection;
  const counts = lostCounts(engine, projection, names, step);
  const losing = fields.filter(({ name }) => (counts.get(name) ?? 0) > 0);
  const shown = losing.slice(0, SHOWN_COLUMNS).map((field) => {
    const { name } = field;
    const lost = counts.get(name) ?? 0;
    const found = step.input(lostValues(input, field));
    const { type } = findColumn(input.columns, name);
    const texts = valueTexts(engine, found, type).join(', ');
    const verb = lost === 1 ? 'became null:' : 'became null, such as';
    const hint = type === 'string' ? textHint(engine, found, field.expression.type) : '';
    return `${countText(lost, 'value')} of "${name}" ${verb} ${texts}.${hint}`;
  });
  const others = losing.slice(SHOWN_COLUMNS);
  const values = others.reduce((sum, { name }) => sum + (counts.get(name) ?? 0), 0);
  return others.length === 0
    ? shown
    : [
        ...shown,
        `So did ${countText(values, 'value')} of ${countText(others.length, 'other column')}.`,
      ];
}

/** How many values the projection made null, by column: of the result, or of all columns in one query. */
function lostCounts<F>(
  engine: EngineAdapter<F>,
  projection: Project,
  names: readonly string[],
  step: NullStep<F>,
): ReadonlyMap<string, number> {
  const before = valueCounts(engine, step.input, projection.input, names);
  const after = step.isEvaluated
    ? valueCounts(engine, step.result, resultOf(projection), names)
    : valueCounts(engine, step.input, projection, names);
  return new Map(names.map((name) => [name, (before.get(name) ?? 0) - (after.get(name) ?? 0)]));
}

function leftWarnings<F>(
  engine: EngineAdapter<F>,
  { input, names }: NullReport,
  step: NullStep<F>,
): readonly string[] {
  const known = valueCounts(engine, step.result, resultOf(input), names);
  const leftIn = (name: string): number => step.rows() - (known.get(name) ?? 0);
  const incomplete = names.filter((name) => leftIn(name) > 0);
  const shown = incomplete.slice(0, SHOWN_COLUMNS).map((name) => {
    const left = leftIn(name);
    const reason = isUnchanged(input, name) ? '. The node does not change this column' : '';
    return `"${name}" still has ${countText(left, 'null')}${reason}.`;
  });
  const others = incomplete.length - shown.length;
  return others === 0 ? shown : [...shown, `So have ${countText(others, 'other column')}.`];
}

/** The frame of a relation that is evaluated. */
function resultOf(relation: Relation): Input {
  return { op: 'input', handle: '', position: 0, relation, columns: relation.columns };
}

/** The number of cells that are not null, by column. */
function valueCounts<F>(
  engine: EngineAdapter<F>,
  evaluate: Evaluate<F>,
  input: Relation,
  names: readonly string[],
): ReadonlyMap<string, number> {
  const aggregate = 'count';
  const calls = names.map(
    (name) => ({ name, column: findColumn(input.columns, name), aggregate }) as const,
  );
  const columns = names.map((name): ColumnSchema => ({ name, type: 'integer' }));
  const counts: AggregateRelation = {
    op: 'aggregate',
    input,
    keys: [],
    keysAt: undefined,
    calls,
    columns,
  };
  // Without rows there may be no group. One row is read at once: a table may have thousands of columns.
  const [row] = engine.sample(evaluate(counts), 1);
  return new Map(names.map((name) => [name, Number(row?.[name] ?? 0)]));
}

/** The first distinct values that the field makes null, in the column `value`. */
function lostValues(input: Relation, { name, expression }: Field): Relation {
  const value = { ...findColumn(input.columns, name), name: 'value' };
  const after: ColumnSchema = { name: 'after', type: expression.type };
  // Before the filter: polars computes the repeated parts of an expression once in a projection only.
  const both: Project = {
    op: 'project',
    input,
    fields: [
      { name: value.name, expression: columnReference({ ...value, name }) },
      { name: after.name, expression },
    ],
    style: { as: 'assign' },
    columns: [value, after],
  };
  const isLost = call(
    logicalAnd,
    call(isNotNullOperation, columnReference(value)),
    call(isNullOperation, columnReference(after)),
  );
  const rows = { name: 'rows', source: 'after', aggregate: 'count' } as const;
  return new Table(both)
    .filter(isLost)
    .slice({ offset: 0, length: MAX_LOST_ROWS })
    .aggregate([value.name], [rows], { keys: 'columns', calls: 'columns' }).relation;
}

/** How the texts of a column could be read that became null. @param to the type of the result */
function textHint<F>(engine: EngineAdapter<F>, found: F, to: ColumnType): string {
  if (to === 'datetime') return ' "format" has to be the form of the dates, such as "%d.%m.%Y".';
  if (to !== 'integer' && to !== 'float') return '';
  const hints = engine
    .sample(found, SHOWN_VALUES)
    .flatMap(({ value }) => (typeof value === 'string' ? (numberHint(value) ?? []) : []));
  return hints[0] === undefined ? '' : ` ${hints[0]}`;
}

function valueTexts<F>(engine: EngineAdapter<F>, found: F, type: ColumnType): readonly string[] {
  const exact = type === 'float' ? engine.cells(found, 'value') : [];
  return engine
    .sample(found, SHOWN_VALUES)
    .map(({ value = null }, index) =>
      value === null ? floatText(exact[index] ?? null) : cellText(value),
    );
}

function isUnchanged(relation: Relation, name: string): boolean {
  if (relation.op !== 'project' && relation.op !== 'window') return true;
  return relation.fields.some((field) => field.name === name && field.expression.kind === 'column');
}

function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
