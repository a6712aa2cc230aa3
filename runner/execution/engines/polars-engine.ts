import { randomUUID } from 'node:crypto';
import { link, stat } from 'node:fs/promises';
import path from 'node:path';
import type pl from 'nodejs-polars';
import type { ColumnSchema } from '../../domain/column.ts';
import type { ColumnProfile } from '../../domain/dataset.ts';
import { UserError } from '../../domain/errors.ts';
import type { Row } from '../../domain/json.ts';
import {
  UpstreamFailure,
  type ColumnarFile,
  type EngineAdapter,
  type TransformStep,
} from './engine-adapter.ts';
import { PROFILE_ROWS, profileFrame } from '../../formats/profile.ts';
import { sampleRows } from '../../formats/sample-rows.ts';
import {
  PARQUET_OPTIONS,
  writeFrame,
  type WrittenFile,
  type WrittenFormat,
} from '../../formats/writers/write-frame.ts';
import { isPolarsError } from '../../engines/polars/pinned/errors.ts';
import type { PolarsFrame, PolarsLibrary } from '../../engines/polars/frame.ts';
import { compilePolars } from '../../compilers/polars/compile.ts';
import { columnExpression } from '../../engines/polars/column-expression.ts';
import { toCompiledExpression } from '../../expressions/compiled-expression.ts';
import { inputsOf, type Relation } from '../../plan/relation.ts';
import {
  failingColumns,
  failingExpressions,
  fallibleOperators,
  rowBehaviour,
  type RowBehaviour,
} from '../../plan/traits.ts';
import { locatedFailure } from './locate-failure.ts';
import { polarsRowProbe } from './polars-row-probe.ts';
import { RowCount, type FusedNode, type PolarsTable } from './polars-table.ts';
import type { RowProbe } from './row-probe.ts';
import { rowsToFrame } from '../../engines/polars/rows-to-frame.ts';

/** Frames of at most this many cells are collected at every node, which is cheaper than a lazy plan. */
const MAX_SMALL_CELLS = 250_000;
/** A plan of more nodes is evaluated once and spooled instead of evaluated for each query. */
const MAX_FUSED_NODES = 6;
/** The same limit for a plan with several consumers. */
const MAX_SHARED_NODES = 2;

/**
 * Evaluates nodes on polars. Large frames stay lazy plans that the streaming engine evaluates over the
 * input file, so memory stays far below the size of the data; small frames are collected in memory.
 * Evaluation is synchronous because only `collectSync` can select the streaming engine.
 */
export class PolarsEngine implements EngineAdapter<PolarsTable> {
  readonly #library: PolarsLibrary;

  constructor(library: PolarsLibrary) {
    this.#library = library;
  }

  readFile({ path: file, columns, rowCount }: ColumnarFile): Promise<PolarsTable> {
    const lazy = this.#library.scanParquet(file, { glob: false });
    const rows = RowCount.known(rowCount);
    const table: PolarsTable = { lazy, columns, data: null, file: null, fused: [], rows };
    return Promise.resolve(isSmall(rowCount, columns) ? this.#materialize(table) : table);
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
    };
    if (behaviour === 'groups') return this.#materialize(table);
    if (step.sources.every(isSmallInMemory)) {
      return step.sources.length > 1
        ? this.#materializeIfSmall(table, step.scratch)
        : this.#materialize(table);
    }
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
      throw this.#attributeError(table.fused, error);
    }
  }

  #head(table: PolarsTable, limit: number): pl.DataFrame {
    return table.data === null
      ? this.#collect(table.lazy.limit(limit), table.fused)
      : table.data.head(limit);
  }

  #rowCountAfter(
    { sources }: TransformStep<PolarsTable>,
    behaviour: RowBehaviour,
    { lazy, fused }: { readonly lazy: pl.LazyDataFrame; readonly fused: readonly FusedNode[] },
  ): RowCount {
    const [only, ...others] = sources;
    if (behaviour === 'same' && only !== undefined && others.length === 0) return only.rows;
    return new RowCount(null, () => {
      const counted = this.#collect(lazy.select(this.#library.len().alias('rows')), fused);
      return Number(counted.getColumn('rows').get(0));
    });
  }

  /** Evaluates every cell that can fail and discards the values. */
  #checkValues(step: TransformStep<PolarsTable>, fused: readonly FusedNode[]): void {
    for (const operator of fallibleOperators(step.relation)) {
      const { lazy, columns } = this.#compile(operator, step);
      const cells = failingColumns(operator).map((name) =>
        columnExpression(this.#library, columns, name).count(),
      );
      this.#collect(lazy.select(...(cells.length > 0 ? cells : [this.#library.len()])), fused);
    }
  }

  #materialize(table: PolarsTable): PolarsTable {
    return inMemory(this.#collect(table.lazy, table.fused), table.columns);
  }

  /** The join of small frames can be large: collects at most one row beyond the limit to find out. */
  #materializeIfSmall(table: PolarsTable, scratch: string): PolarsTable {
    const { lazy, columns, fused } = table;
    const maxRows = Math.floor(MAX_SMALL_CELLS / Math.max(columns.length, 1));
    const data = this.#collect(lazy.limit(maxRows + 1), fused);
    return data.height > maxRows ? this.#spool(table, scratch) : inMemory(data, columns);
  }

  /** Evaluates a plan into a file and scans that file, so that a large result needs little memory. */
  #spool(table: PolarsTable, scratch: string): PolarsTable {
    const { lazy, file } = this.#sink(table, scratch);
    const rows = this.#countOf(lazy);
    const { columns } = table;
    const spooled = { lazy, columns, data: null, file, fused: [], rows: RowCount.known(rows) };
    return isSmall(rows, columns) ? this.#materialize(spooled) : spooled;
  }

  /** Evaluates a plan into a Parquet file. @returns the file and its scan */
  #sink(
    { lazy, fused }: Pick<PolarsTable, 'lazy' | 'fused'>,
    scratch: string,
  ): { readonly lazy: pl.LazyDataFrame; readonly file: string } {
    const file = path.join(scratch, `${randomUUID()}.parquet`);
    this.#collect(lazy.sinkParquet(file, PARQUET_OPTIONS), fused);
    return { lazy: this.#library.scanParquet(file, { glob: false }), file };
  }

  #collect(lazy: pl.LazyDataFrame, fused: readonly FusedNode[]): pl.DataFrame {
    try {
      return lazy.collectSync({ engine: 'streaming' });
    } catch (error) {
      throw this.#attributeError(fused, error);
    }
  }

  /** Attributes the error of a plan to a node: the first one whose own plan fails. */
  #attributeError(fused: readonly FusedNode[], error: unknown): unknown {
    if (error instanceof UserError) return error;
    for (const { nodeId, lazy, locateFailure } of fused.slice(0, -1)) {
      try {
        lazy.select(this.#library.all().count()).collectSync({ engine: 'streaming' });
      } catch (cause) {
        return new UpstreamFailure(nodeId, locateFailure(cause));
      }
    }
    const last = fused.at(-1);
    return last === undefined ? error : new UpstreamFailure(last.nodeId, last.locateFailure(error));
  }

  /** Adds the place of the failing cell to an error of the node. */
  #locateFailure(step: TransformStep<PolarsTable>, error: unknown): unknown {
    if (!isPolarsError(error)) return error;
    for (const operator of fallibleOperators(step.relation)) {
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
    const source = isEvaluated ? lazy : this.#sink({ lazy, fused }, step.scratch).lazy;
    return polarsRowProbe(this.#library, source, this.#countOf(source));
  }

  #countOf(lazy: pl.LazyDataFrame): number {
    const counted = this.#collect(lazy.select(this.#library.len().alias('rows')), []);
    return Number(counted.getColumn('rows').get(0));
  }

  #compile(relation: Relation, step: TransformStep<PolarsTable>): PolarsFrame {
    return compilePolars(relation, { library: this.#library, input: step.input });
  }
}

function inMemory(data: pl.DataFrame, columns: readonly ColumnSchema[]): PolarsTable {
  const rows = RowCount.known(data.height);
  return { lazy: data.lazy(), columns, data, file: null, fused: [], rows };
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
