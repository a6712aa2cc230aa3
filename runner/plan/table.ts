import type { ChartRequest } from '../charts/chart-request.ts';
import type { ColumnSchema } from '../domain/column.ts';
import { ConfigError } from '../domain/errors.ts';
import { findColumn } from '../domain/nearest-name.ts';
import type { TypedExpression } from '../expressions/typed-expression.ts';
import {
  planAggregate,
  type AggregateFields,
  type RequestedAggregate,
} from './builders/aggregate-plan.ts';
import { planAsofJoin, type AsofRequest } from './builders/asof-plan.ts';
import { planBin, type BinRequest } from './builders/bin-plan.ts';
import { planCross, type CrossRequest } from './builders/cross-plan.ts';
import { planDescribe } from './builders/describe-plan.ts';
import { planExplode } from './builders/explode-plan.ts';
import {
  attributeToField,
  checkDistinctNames,
  checkFields,
  columnChecks,
} from './builders/field-checks.ts';
import { joinOf, planJoin, type JoinRequest } from './builders/join-plan.ts';
import { planPivot, type PivotRequest } from './builders/pivot-plan.ts';
import { copyOf, planProjection, replacedFields, schemaOfField } from './builders/projection.ts';
import { DiscoveredTable } from './discovered-table.ts';
import type {
  Distinct,
  Field,
  Filter,
  Project,
  Relation,
  Sample,
  Sink,
  Slice,
  Sort,
  SortKey,
} from './relation.ts';
import type { Digest } from './operators/digest.ts';
import type { Check } from './operators/reports.ts';
import { unionSchema } from './builders/union-schema.ts';
import { planUnpivot, type UnpivotRequest } from './builders/unpivot-plan.ts';

/**
 * Builds a relation step by step. Each method returns a new table; it rejects unknown columns, invalid types
 * and duplicate names with a ConfigError that names the config field.
 */
export class Table {
  readonly relation: Relation;

  constructor(relation: Relation) {
    this.relation = relation;
  }

  /** The schema. */
  get columns(): readonly ColumnSchema[] {
    return this.relation.columns;
  }

  /** The column of a name. @throws ConfigError with the nearest name when there is none */
  column(name: string, field: string): ColumnSchema {
    return attributeToField(field, () => findColumn(this.columns, name));
  }

  /** The columns of a list of names; of an empty list, all columns. */
  columnsOrAll(names: readonly string[], field: string): readonly ColumnSchema[] {
    checkFields(columnChecks(field, names, this.columns));
    return names.length === 0 ? this.columns : names.map((name) => findColumn(this.columns, name));
  }

  /** Keeps the named columns in the given order. @param field the config key of the names */
  select(names: readonly string[], field: string): Table {
    const distinct = (): void => {
      checkDistinctNames(names);
    };
    checkFields([[field, distinct], ...columnChecks(field, names, this.columns)]);
    const kept = names.map((name) => findColumn(this.columns, name));
    return this.#project(kept.map(copyOf), { as: 'select', at: [field] });
  }

  /** Drops the named columns. @param field the config key of the names */
  drop(names: readonly string[], field: string): Table {
    checkFields(columnChecks(field, names, this.columns));
    const dropped = new Set(names);
    const kept = this.columns.filter(({ name }) => !dropped.has(name));
    if (kept.length === 0) {
      const message = 'All columns would be dropped. Keep at least one.';
      throw new ConfigError([{ field, message }]);
    }
    return this.#project(kept.map(copyOf), { as: 'drop', at: [field] });
  }

  /** Drops columns that this table has; their names are no list of the config. */
  without(names: readonly string[]): Table {
    const dropped = new Set(names);
    const kept = this.columns.filter(({ name }) => !dropped.has(name));
    return names.length === 0 ? this : this.#project(kept.map(copyOf), { as: 'drop' });
  }

  /** Renames columns. @param newNames from old to new name @param field its config key */
  rename(newNames: Readonly<Record<string, string>>, field: string): Table {
    const byName = new Map(Object.entries(newNames));
    checkFields(columnChecks(field, [...byName.keys()], this.columns));
    const fields = this.columns.map((column) => ({
      ...copyOf(column),
      name: byName.get(column.name) ?? column.name,
    }));
    attributeToField(field, () => {
      checkDistinctNames(fields.map(({ name }) => name));
    });
    return this.#project(fields, { as: 'rename', at: [field] });
  }

  /** Replaces columns in place and appends new ones. */
  withColumns(fields: readonly Field[]): Table {
    return fields.length === 0
      ? this
      : this.#project(replacedFields(this.columns, fields), { as: 'assign' });
  }

  /** Like withColumns, for expressions with window calls. */
  withWindowColumns(fields: readonly Field[]): Table {
    if (fields.length === 0) return this;
    const all = replacedFields(this.columns, fields);
    return new Table({
      op: 'window',
      input: this.relation,
      fields: all,
      columns: all.map(schemaOfField),
    });
  }

  /** Keeps the rows for which the predicate is true. @param nullTestAt where the config has a test for nulls */
  filter(predicate: TypedExpression, nullTestAt?: Filter['nullTestAt']): Table {
    const { relation: input, columns } = this;
    return new Table({ op: 'filter', input, predicate, columns, nullTestAt });
  }

  /** Sorts by keys of existing columns. @param field the config key of their names */
  sort(keys: readonly SortKey[], nulls: Sort['nulls'], at: Sort['at'], field: string): Table {
    checkFields(
      columnChecks(
        field,
        keys.map(({ column }) => column),
        this.columns,
      ),
    );
    return new Table({ op: 'sort', input: this.relation, keys, nulls, at, columns: this.columns });
  }

  /** Skips rows and keeps at most `length` of the next ones. */
  slice(range: Pick<Slice, 'offset' | 'length'>, at: Slice['at'] = {}): Table {
    return new Table({ op: 'slice', input: this.relation, ...range, at, columns: this.columns });
  }

  /** Keeps one row of those with equal keys. @param names the keys; empty: all columns */
  distinct(names: readonly string[], keep: Distinct['keep'], field: string): Table {
    const keys = this.columnsOrAll(names, field).map(({ name }) => name);
    const at = names.length === 0 ? undefined : [field];
    return new Table({
      op: 'distinct',
      input: this.relation,
      keys,
      keep,
      at,
      columns: this.columns,
    });
  }

  /** Groups by keys and aggregates columns. @param fields the config keys of the keys and of the calls */
  aggregate(
    keys: readonly string[],
    aggregates: readonly RequestedAggregate[],
    fields: AggregateFields,
  ): Table {
    return new Table(planAggregate(this.relation, keys, aggregates, fields));
  }

  /** Joins the rows of two tables with equal keys. */
  join(right: Table, request: JoinRequest): Table {
    const plan = planJoin(this.columns, right.columns, request);
    return new Table(joinOf(this.relation, right.relation, plan, request.suffixes));
  }

  /** Joins each row with the right row whose key is nearest. */
  asofJoin(right: Table, request: AsofRequest): Table {
    const plan = planAsofJoin(this.columns, right.columns, request);
    return new Table(joinOf(this.relation, right.relation, plan, request.suffixes));
  }

  /** Combines each row with each row of another table. */
  cross(right: Table, request: CrossRequest): Table {
    return new Table(planCross(this.relation, right.relation, request));
  }

  /**
   * Turns columns into rows. @param request its keys are also the config keys
   */
  unpivot(request: UnpivotRequest): Table {
    return new Table(planUnpivot(this.relation, request));
  }

  /**
   * Keeps a sample of the rows, in order.
   * @param drawn the size, the seed, and where the config has them
   */
  sample(drawn: Pick<Sample, 'size' | 'seed' | 'at'>, part: Sample['part'] = 'sample'): Table {
    const { relation: input, columns } = this;
    return new Table({ op: 'sample', input, ...drawn, part, columns });
  }

  /**
   * Splits the cells of a column and repeats the other columns for each part. Other types than text become
   * text first. @param fields the config keys of the column and of the delimiter
   */
  explode(
    name: string,
    delimiter: string,
    fields: Readonly<Record<'column' | 'delimiter', string>>,
  ): Table {
    return new Table(planExplode(this, name, delimiter, fields));
  }

  /** Replaces the texts of a column by their digests. */
  digest(request: Pick<Digest, 'column' | 'algorithm' | 'at'>): Table {
    return new Table({ op: 'digest', input: this.relation, ...request, columns: this.columns });
  }

  /** Makes a row of statistics for each column. @param names empty: all @param field their config key */
  describe(names: readonly string[], field: string): Table {
    return new Table(planDescribe(this, names, field));
  }

  /** Adds the label of the bin of each number of a column. */
  bin(request: BinRequest): Table {
    return new Table(planBin(this, request));
  }

  /**
   * Turns the values of a column into columns, whose cells are an aggregate of another column.
   * @returns a table without a schema when the request has no heads
   */
  pivot(request: PivotRequest): Table | DiscoveredTable {
    const pivot = planPivot(this.relation, request);
    return pivot.op === 'pivot' ? new Table(pivot) : new DiscoveredTable(pivot);
  }

  /** Passes the rows through and reports those that violate a rule. */
  check(check: Pick<Check, 'test' | 'mode' | 'modeAt' | 'rule' | 'shown' | 'neverEqual'>): Table {
    return new Table({ op: 'check', input: this.relation, ...check, columns: this.columns });
  }

  /**
   * Passes the rows through and reports a chart.
   * @param tables small tables that the chart shows, computed from inputs of the same node
   */
  artifact(chart: ChartRequest, tables: Readonly<Record<string, Table>>): Table {
    const relations = Object.entries(tables).map(
      ([name, { relation }]) => [name, relation] as const,
    );
    return new Table({
      op: 'artifact',
      input: this.relation,
      chart,
      tables: Object.fromEntries(relations),
      columns: this.columns,
    });
  }

  /** Writes the rows to a file or a table. */
  sink(target: Sink['target']): Table {
    return new Table({ op: 'sink', input: this.relation, target, columns: this.columns });
  }

  #project(fields: readonly Field[], style: Project['style']): Table {
    return new Table(planProjection(this.relation, fields, style));
  }
}

/** Concatenates the rows of tables by column name. */
export function union(tables: readonly Table[]): Table {
  const columns = unionSchema(tables.map((table) => table.columns));
  return new Table({ op: 'union', inputs: tables.map(({ relation }) => relation), columns });
}
