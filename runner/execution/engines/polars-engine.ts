import { link, stat } from 'node:fs/promises';
import type pl from 'nodejs-polars';
import type { ColumnSchema } from '../../domain/column.ts';
import type { ColumnProfile } from '../../domain/dataset.ts';
import type { Row } from '../../domain/json.ts';
import { type ColumnarFile, type EngineAdapter, type TransformStep } from './engine-adapter.ts';
import { PROFILE_ROWS, profileFrame } from '../../formats/profile.ts';
import { sampleRows } from '../../formats/sample-rows.ts';
import {
  writeFrame,
  type WrittenFile,
  type WrittenFormat,
} from '../../formats/writers/write-frame.ts';
import { isPolarsError, overflownInteger } from '../../engines/polars/pinned/errors.ts';
import type { PolarsFrame, PolarsLibrary } from '../../engines/polars/frame.ts';
import { compilePolars } from '../../compilers/polars/compile.ts';
import { columnExpression } from '../../engines/polars/column-expression.ts';
import { toCompiledExpression } from '../../expressions/compiled-expression.ts';
import { inputsOf, type Relation } from '../../plan/relation.ts';
import {
  aggregateOverflow,
  failingColumns,
  failingExpressions,
  fallibleOperators,
  keepsLeadingRows,
  rowBehaviour,
  windowOverflow,
  type RowBehaviour,
} from '../../plan/traits.ts';
import { LeadingRows } from './leading-rows.ts';
import { cellValues } from '../../engines/pandas/cell-values.ts';
import { fromPolars } from '../../engines/pandas/from-polars.ts';
import { columnByName } from '../../engines/pandas/kernels/column-access.ts';
import type { LiteralValue } from '../../expressions/typed-expression.ts';
import { locatedFailure } from './locate-failure.ts';
import { polarsRowProbe } from './polars-row-probe.ts';
import { PolarsQueries } from './polars-queries.ts';
import { remainingPlan, RowCount, type FusedNode, type PolarsTable } from './polars-table.ts';
import type { RowProbe } from './row-probe.ts';
import { rowsToFrame } from '../../engines/polars/rows-to-frame.ts';

/** Frames of at most this many cells are collected at every node, which is cheaper than a lazy plan. */
const MAX_SMALL_CELLS = 250_000;
/**
 * A plan of more nodes is evaluated once and spooled instead of evaluated for each query. A query of a
 * row-wise plan costs less than a spool; the limit bounds the nesting of a plan and the repeated work.
 */
const MAX_FUSED_NODES = 32;
/** The same limit for a plan with several consumers. */
const MAX_SHARED_NODES = 2;

/** The leading rows of a file from which the samples of row-wise nodes are taken. */
const LEADING_ROWS = 1024;

/**
 * Evaluates nodes on polars. Large frames stay lazy plans that the streaming engine evaluates over the
 * input file, so memory stays far below the size of the data; small frames are collected in memory.
 */
export class PolarsEngine implements EngineAdapter<PolarsTable> {
  readonly name = 'polars';
  readonly #library: PolarsLibrary;
  readonly #queries: PolarsQueries;

  constructor(library: PolarsLibrary) {
    this.#library = library;
    this.#queries = new PolarsQueries(library);
  }

  readFile({ path: file, columns, rowCount }: ColumnarFile): Promise<PolarsTable> {
    const lazy = this.#library.scanParquet(file, { glob: false });
    const rows = RowCount.known(rowCount);
    if (isSmall(rowCount, columns)) {
      return Promise.resolve(inMemory(this.#library.readParquet(file), columns));
    }
    const leading = new LeadingRows(() => this.#queries.collect(lazy.limit(LEADING_ROWS), []));
    return Promise.resolve({ lazy, columns, data: null, file: null, fused: [], rows, leading });
  }

  fromRows(columns: readonly ColumnSchema[], rows: readonly Row[]): PolarsTable {
    return inMemory(rowsToFrame(this.#library, columns, rows), columns);
  }

  transform(step: TransformStep<PolarsTable>): PolarsTable {
    const { relation, nodeId } = step;
    const { columns } = relation;
    const behaviour = rowBehaviour(relation);
    const { lazy } = this.#compile(relation, step);
    const locateFailure = (error: unknown): unknown => this.#locateFailure(step, error);
    const fused = [...fusedNodes(step.sources), { nodeId, lazy, locateFailure }];
    const table: PolarsTable = {
      lazy,
      columns,
      data: null,
      file: null,
      fused,
      rows: this.#rowCountAfter(step, behaviour, { lazy, fused }),
      leading: this.#leadingRowsOf(step),
    };
    if (step.sources.every(isSmallInMemory)) {
      return step.sources.length > 1
        ? this.#materializeIfSmall(table, step.scratch)
        : inMemory(this.#queries.collectSmall(lazy, fused), columns);
    }
    if (behaviour === 'groups') return this.#materialize(table);
    if (mustEvaluate(behaviour, step.consumers, fused)) return this.#spool(table, step.scratch);
    this.#checkValues(step, fused);
    // Counting is cheap and shows whether the result is small enough to collect.
    if (table.rows.isKnown || behaviour !== 'subset') return table;
    return isSmall(table.rows.get(), columns) ? this.#materialize(table) : table;
  }

  pendingNodes({ fused }: PolarsTable): readonly string[] {
    return fused.map(({ nodeId }) => nodeId);
  }

  countRows(table: PolarsTable): number {
    return table.rows.get();
  }

  cells(table: PolarsTable, column: string): readonly LiteralValue[] {
    const data = this.#head(table, table.rows.get());
    return cellValues(columnByName(fromPolars(this.#library, data), column));
  }

  sample(table: PolarsTable, limit: number): readonly Row[] {
    return sampleRows(this.#library, this.#head(table, limit), limit);
  }

  profile(table: PolarsTable): readonly ColumnProfile[] {
    return profileFrame(this.#head(table, PROFILE_ROWS), table.rows.get());
  }

  async write(table: PolarsTable, format: WrittenFormat, target: string): Promise<WrittenFile> {
    if (table.file !== null && isParquet(format, table.columns)) {
      return await linkFile(table, table.file, target);
    }
    try {
      return await writeFrame(table.lazy, table.columns, format, target);
    } catch (error) {
      throw this.#queries.attributeError(table.fused, error);
    }
  }

  #head(table: PolarsTable, limit: number): pl.DataFrame {
    if (table.data !== null) return table.data.head(limit);
    const leading = table.leading?.get() ?? null;
    const isEnough = leading !== null && leading.height >= Math.min(limit, table.rows.get());
    if (isEnough) return leading.head(limit);
    return this.#queries.collect(table.lazy.limit(limit), table.fused);
  }

  /** The leading rows of a node, from those of its only source. Null: they do not follow from them. */
  #leadingRowsOf(step: TransformStep<PolarsTable>): LeadingRows | null {
    const [only, ...others] = step.sources;
    const source = only?.leading ?? null;
    if (source === null || others.length > 0 || !keepsLeadingRows(step.relation)) return null;
    return new LeadingRows(() => {
      const rows = source.get();
      if (rows === null) return null;
      const input = (): PolarsFrame => ({ lazy: rows.lazy(), columns: only?.columns ?? [] });
      try {
        const { lazy } = compilePolars(step.relation, { library: this.#library, input });
        return lazy.collectSync();
      } catch (error) {
        // The query of the node reports the invalid value with its place.
        if (isPolarsError(error)) return null;
        throw error;
      }
    });
  }

  #rowCountAfter(
    { sources }: TransformStep<PolarsTable>,
    behaviour: RowBehaviour,
    { lazy, fused }: { readonly lazy: pl.LazyDataFrame; readonly fused: readonly FusedNode[] },
  ): RowCount {
    const [only, ...others] = sources;
    if (behaviour === 'same' && only !== undefined && others.length === 0) return only.rows;
    return new RowCount(null, () => this.#queries.count(lazy, fused));
  }

  /** Evaluates every cell that can fail and discards the values. */
  #checkValues(step: TransformStep<PolarsTable>, fused: readonly FusedNode[]): void {
    for (const operator of fallibleOperators(step.relation)) {
      const { lazy, columns } = this.#compile(operator, step);
      const cells = failingColumns(operator).map((name) =>
        columnExpression(this.#library, columns, name).count(),
      );
      this.#queries.collect(
        lazy.select(...(cells.length > 0 ? cells : [this.#library.len()])),
        fused,
      );
    }
  }

  #materialize(table: PolarsTable): PolarsTable {
    return inMemory(this.#queries.collect(remainingPlan(table), table.fused), table.columns);
  }

  /** The join of small frames can be large: collects at most one row beyond the limit to find out. */
  #materializeIfSmall(table: PolarsTable, scratch: string): PolarsTable {
    const { lazy, columns, fused } = table;
    const maxRows = Math.floor(MAX_SMALL_CELLS / Math.max(columns.length, 1));
    const data = this.#queries.collect(lazy.limit(maxRows + 1), fused);
    return data.height > maxRows ? this.#spool(table, scratch) : inMemory(data, columns);
  }

  /** Evaluates a plan into a file and scans that file, so that a large result needs little memory. */
  #spool(table: PolarsTable, scratch: string): PolarsTable {
    const { lazy, file } = this.#queries.sink(table, scratch);
    const rows = this.#queries.count(lazy);
    const { columns } = table;
    const leading = new LeadingRows(() => this.#queries.collect(lazy.limit(LEADING_ROWS), []));
    const known = RowCount.known(rows);
    const spooled = { lazy, columns, data: null, file, fused: [], rows: known, leading };
    return isSmall(rows, columns) ? this.#materialize(spooled) : spooled;
  }

  /** Adds the place of the failing cell to an error of the node. */
  #locateFailure(step: TransformStep<PolarsTable>, error: unknown): unknown {
    if (!isPolarsError(error)) return error;
    for (const operator of fallibleOperators(step.relation)) {
      if (operator.op === 'aggregate') {
        if (overflownInteger(error) !== undefined) return aggregateOverflow(operator);
        continue;
      }
      if (operator.op === 'window') {
        if (overflownInteger(error) !== undefined) return windowOverflow(operator);
        continue;
      }
      const suspects = failingExpressions(operator).map(toCompiledExpression);
      const [input] = inputsOf(operator);
      if (suspects.length === 0 || input === undefined) continue;
      const probe = (columns: readonly string[]): RowProbe => this.#probe(input, columns, step);
      const located = locatedFailure({ error, expressions: () => suspects, probe });
      if (located !== error) return located;
    }
    return error;
  }

  /** Opens the rows of a relation of the node for a search. */
  #probe(
    relation: Relation,
    columns: readonly string[],
    step: TransformStep<PolarsTable>,
  ): RowProbe {
    const frame = this.#compile(relation, step);
    const fused = fusedNodes(step.sources);
    const lazy = frame.lazy.select(
      ...columns.map((name) => columnExpression(this.#library, frame.columns, name)),
    );
    const isEvaluated = fused.length === 0 && relation.op === 'input';
    const source = isEvaluated ? lazy : this.#queries.sink({ lazy, fused }, step.scratch).lazy;
    return polarsRowProbe(this.#library, source, this.#queries.count(source));
  }

  #compile(relation: Relation, step: TransformStep<PolarsTable>): PolarsFrame {
    return compilePolars(relation, { library: this.#library, input: step.input });
  }
}

function inMemory(data: pl.DataFrame, columns: readonly ColumnSchema[]): PolarsTable {
  const rows = RowCount.known(data.height);
  return { lazy: data.lazy(), columns, data, file: null, fused: [], rows, leading: null };
}

/** Whether a spooled file has the format. Parquet for users has no columns of the null type. */
function isParquet(format: WrittenFormat, columns: readonly ColumnSchema[]): boolean {
  if (format === 'columnar') return true;
  return format === 'parquet' && columns.every(({ type }) => type !== 'null');
}

/** Writes by a hard link, since spooled files are immutable. */
async function linkFile(table: PolarsTable, file: string, target: string): Promise<WrittenFile> {
  await link(file, target);
  return { rows: table.rows.get(), bytes: (await stat(target)).size };
}

/** Whether to evaluate the plan at this node, so that its work is done only once. */
function mustEvaluate(
  behaviour: RowBehaviour,
  consumers: number,
  fused: readonly FusedNode[],
): boolean {
  if (behaviour === 'other' || fused.length > MAX_FUSED_NODES) return true;
  return consumers > 1 && fused.length > MAX_SHARED_NODES;
}

/** The nodes of all sources without duplicates: two inputs may share nodes. */
function fusedNodes(sources: readonly PolarsTable[]): readonly FusedNode[] {
  return [...new Set(sources.flatMap((source) => source.fused))];
}

function isSmall(rows: number, columns: readonly ColumnSchema[]): boolean {
  return rows * columns.length <= MAX_SMALL_CELLS;
}

function isSmallInMemory({ data, columns }: PolarsTable): boolean {
  return data !== null && isSmall(data.height, columns);
}
