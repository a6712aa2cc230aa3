import type { ColumnSchema } from '../domain/column.ts';
import { columnExpression } from '../engines/polars/column-expression.ts';
import type { PolarsLibrary } from '../engines/polars/frame.ts';
import { leadingInput } from '../plan/leading-input.ts';
import { inputsOf, type Relation } from '../plan/relation.ts';
import { fallibleOperators } from '../plan/traits.ts';
import type { TransformStep } from './engine-adapter.ts';
import type { PolarsQueries } from './polars-queries.ts';
import type { PolarsSamples } from './polars-samples.ts';
import {
  inMemory,
  isSmall,
  MAX_SMALL_CELLS,
  remainingPlan,
  RowCount,
  wholeOf,
  type PolarsTable,
} from './polars-table.ts';

/** Evaluates lazy plans and keeps their rows, in memory or in a file. */
export class PolarsStorage {
  readonly #library: PolarsLibrary;
  readonly #queries: PolarsQueries;
  readonly #samples: PolarsSamples;

  constructor(library: PolarsLibrary, queries: PolarsQueries, samples: PolarsSamples) {
    this.#library = library;
    this.#queries = queries;
    this.#samples = samples;
  }

  /** Evaluates a plan in memory. @throws UpstreamFailure */
  materialize(table: PolarsTable): PolarsTable {
    const data = this.#queries.collect(remainingPlan(table), table.fused);
    if (table.whole === null) return inMemory(data, table.columns);
    return { ...table, lazy: data.lazy(), fused: [], rows: RowCount.known(data.height) };
  }

  /** The join of small frames can be large: collects at most one row beyond the limit to find out. */
  materializeIfSmall(table: PolarsTable, step: TransformStep<PolarsTable>): PolarsTable {
    const { lazy, columns, fused } = table;
    const maxRows = Math.floor(MAX_SMALL_CELLS / Math.max(columns.length, 1));
    const data = this.#queries.collect(lazy.limit(maxRows + 1), fused);
    return data.height > maxRows ? this.spool(table, step) : inMemory(data, columns);
  }

  /**
   * Evaluates a plan into a file and scans that file, so that a large result needs little memory. The file
   * has the live columns.
   */
  spool(table: PolarsTable, step: TransformStep<PolarsTable>): PolarsTable {
    const live = spooledColumns(table, step);
    const isWhole = live.length === table.columns.length;
    const cells = live.map(({ name }) => columnExpression(this.#library, table.live, name));
    const plan = live.length === table.live.length ? table.lazy : table.lazy.select(...cells);
    const { lazy, file } = this.#queries.sink({ ...table, lazy: plan }, step.scratch);
    const rows = table.rows.isKnown ? table.rows : RowCount.known(this.#queries.count(lazy));
    const evaluated = { lazy, columns: table.columns, live, data: null, fused: [], rows };
    if (!isWhole) {
      const leading = table.leading ?? this.#samples.ofQuery(step);
      return { ...evaluated, file: null, whole: () => wholeOf(table), leading };
    }
    // Those of the only input are known. The other side of a join is read as a whole for its leading rows.
    const isFollowing = table.leading !== null && step.sources.length === 1;
    const leading = isFollowing ? table.leading : this.#samples.ofFile(lazy);
    const spooled = { ...evaluated, file, whole: null, leading };
    // The file stays: an output links it.
    return isSmall(rows.get(), live) ? { ...this.materialize(spooled), file } : spooled;
  }
}

/** The columns that a file keeps of a node's result: at least one, so that it has the rows. */
function spooledColumns(
  table: PolarsTable,
  { relation, live }: TransformStep<PolarsTable>,
): readonly ColumnSchema[] {
  // A column that can fail is evaluated here.
  if (live === undefined || fallibleOperators(relation).length > 0) return table.live;
  if (!hasCheapHead(relation)) return table.live;
  const kept = table.live.filter(({ name }) => live.has(name));
  return kept.length > 0 ? kept : table.live.slice(0, 1);
}

/** Whether the first rows with all columns cost far less than all rows. */
function hasCheapHead(relation: Relation): boolean {
  if (leadingInput(relation) !== null) return true;
  const isKnown = relation.op === 'sort' || relation.op === 'union' || relation.op === 'unpivot';
  return isKnown && inputsOf(relation).every(({ op }) => op === 'input');
}
