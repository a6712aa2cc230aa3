import { link, rm, stat } from 'node:fs/promises';
import type pl from 'nodejs-polars';
import type { ColumnSchema } from '../domain/column.ts';
import type { ColumnProfile } from '../domain/dataset.ts';
import type { Row } from '../domain/json.ts';
import { cellValues } from '../engines/pandas/cell-values.ts';
import { fromPolars } from '../engines/pandas/from-polars.ts';
import { columnByName } from '../engines/pandas/kernels/columns/column-access.ts';
import type { PolarsLibrary } from '../engines/polars/frame.ts';
import { rowsToFrame } from '../engines/polars/rows-to-frame.ts';
import type { LiteralValue } from '../expressions/literal.ts';
import { PROFILE_ROWS, profileFrame } from '../formats/profile.ts';
import { sampleRows } from '../formats/sample-rows.ts';
import { PARQUET_SCAN_OPTIONS } from '../formats/parquet-scan-options.ts';
import {
  isReadTwice,
  PARQUET_OPTIONS,
  writeFrame,
  type WrittenFile,
  type WrittenFormat,
} from '../formats/writers/write-frame.ts';
import { isSpooled } from '../plan/spooling.ts';
import { rowBehaviour, type RowBehaviour } from '../plan/traits.ts';
import type { ColumnarFile, EngineAdapter, TransformStep } from './engine-adapter.ts';
import { PolarsFailures } from './polars-failures.ts';
import { PolarsQueries } from './polars-queries.ts';
import { PolarsSamples } from './polars-samples.ts';
import { compileStep, openStep, openWhole, type PolarsStep } from './polars-step.ts';
import { PolarsStorage } from './polars-storage.ts';
import {
  inMemory,
  isSmall,
  isSmallInMemory,
  RowCount,
  wholeOf,
  type FusedNode,
  type PolarsTable,
} from './polars-table.ts';

/**
 * Evaluates nodes on polars. Large frames stay lazy plans that the streaming engine evaluates over the
 * input file, so memory stays far below the size of the data; small frames are collected in memory.
 */
export class PolarsEngine implements EngineAdapter<PolarsTable> {
  readonly name = 'polars';
  readonly isLazy = true;
  readonly #library: PolarsLibrary;
  readonly #queries: PolarsQueries;
  readonly #samples: PolarsSamples;
  readonly #storage: PolarsStorage;
  readonly #failures: PolarsFailures;

  constructor(library: PolarsLibrary) {
    this.#library = library;
    this.#queries = new PolarsQueries(library);
    this.#samples = new PolarsSamples(library, this.#queries);
    this.#storage = new PolarsStorage(library, this.#queries, this.#samples);
    this.#failures = new PolarsFailures(library, this.#queries);
  }

  readFile({ path: file, columns, rowCount }: ColumnarFile): Promise<PolarsTable> {
    const lazy = this.#library.scanParquet(file, { glob: false });
    const rows = RowCount.known(rowCount);
    if (isSmall(rowCount, columns)) {
      return Promise.resolve(inMemory(this.#library.readParquet(file), columns));
    }
    const leading = this.#samples.ofFile(lazy);
    const table = { lazy, columns, live: columns, whole: null, data: null, file: null };
    return Promise.resolve({ ...table, fused: [], rows, leading });
  }

  fromRows(columns: readonly ColumnSchema[], rows: readonly Row[]): PolarsTable {
    return inMemory(rowsToFrame(this.#library, columns, rows), columns);
  }

  transform(step: TransformStep<PolarsTable>): PolarsTable {
    const { columns } = step.relation;
    const behaviour = rowBehaviour(step.relation);
    const opened = openStep(step);
    const table = this.#lazyTable(step, opened, behaviour);
    const { lazy, fused, live } = table;
    if (step.sources.every(isSmallInMemory)) {
      return step.sources.length > 1
        ? this.#storage.materializeIfSmall(table, step)
        : inMemory(this.#queries.collectSmall(lazy, fused), columns);
    }
    if (behaviour === 'groups') return this.#storage.materialize(table);
    if (step.isKept !== false && isSpooled(step.relation, step, fused.length)) {
      return this.#storage.spool(table, step);
    }
    this.#failures.check(opened, fused);
    // Counting is cheap and shows whether the result is small enough to collect.
    if (table.rows.isKnown || behaviour !== 'subset') return table;
    return isSmall(table.rows.get(), live) ? this.#storage.materialize(table) : table;
  }

  pendingNodes({ fused }: PolarsTable): readonly string[] {
    return fused.map(({ nodeId }) => nodeId);
  }

  countRows(table: PolarsTable): number {
    return table.rows.get();
  }

  cells(table: PolarsTable, column: string): readonly LiteralValue[] {
    const data = this.#samples.head(table, table.rows.get());
    // By position, since a name may be a pattern. Alone, since each column of a frame has its price.
    const alone = data.select(this.#library.nth(data.columns.indexOf(column)));
    return cellValues(columnByName(fromPolars(this.#library, alone), column));
  }

  sample(table: PolarsTable, limit: number): readonly Row[] {
    return sampleRows(this.#library, this.#samples.head(table, limit), limit);
  }

  profile(table: PolarsTable, rows = table.rows.get()): readonly ColumnProfile[] {
    return profileFrame(this.#samples.head(table, PROFILE_ROWS), rows);
  }

  async write(table: PolarsTable, format: WrittenFormat, target: string): Promise<WrittenFile> {
    if (table.file !== null && isParquet(format, table.columns)) {
      return await linkFile(table, table.file, target);
    }
    const { lazy, fused } = wholeOf(table);
    try {
      return fused.length > 0 && isReadTwice(format, table.columns)
        ? await this.#writeSpooled(lazy, { format, columns: table.columns }, target)
        : await writeFrame(lazy, table.columns, format, target);
    } catch (error) {
      throw this.#queries.attributeError(fused, error);
    }
  }

  /** Evaluates a plan once for a writer that reads its rows twice. */
  async #writeSpooled(
    lazy: pl.LazyDataFrame,
    {
      format,
      columns,
    }: { readonly format: WrittenFormat; readonly columns: readonly ColumnSchema[] },
    target: string,
  ): Promise<WrittenFile> {
    const rows = `${target}.rows`;
    try {
      await lazy.sinkParquet(rows, PARQUET_OPTIONS).collect();
      const scan = this.#library.scanParquet(rows, PARQUET_SCAN_OPTIONS);
      return await writeFrame(scan, columns, format, target);
    } finally {
      await rm(rows, { force: true });
    }
  }

  #lazyTable(
    step: TransformStep<PolarsTable>,
    opened: PolarsStep,
    behaviour: RowBehaviour,
  ): PolarsTable {
    const plan = this.#plan(opened);
    const { columns } = step.relation;
    const isWhole = plan.live.length === columns.length;
    return {
      ...plan,
      columns,
      whole: isWhole ? null : () => this.#plan(openWhole(step)),
      data: null,
      file: null,
      rows: this.#rowCountAfter(step, behaviour, plan),
      leading: this.#samples.ofNode(step),
    };
  }

  /** The lazy plan of a node, with the nodes that its evaluation runs. */
  #plan(step: PolarsStep): Pick<PolarsTable, 'lazy' | 'live' | 'fused'> {
    const { lazy, columns: live } = compileStep(this.#library, step, step.relation);
    const locateFailure = (error: unknown): unknown => this.#failures.locate(step, error);
    const fused = [...step.fused, { nodeId: step.nodeId, lazy, locateFailure }];
    return { lazy, live, fused };
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
}

/** Whether a spooled file has the format. Parquet for users has no columns of the null type. */
function isParquet(format: WrittenFormat, columns: readonly ColumnSchema[]): boolean {
  if (format === 'columnar') return true;
  return format === 'parquet' && columns.every(({ type }) => type !== 'null');
}

/** Writes by a hard link, since spooled files are immutable. */
async function linkFile(table: PolarsTable, file: string, target: string): Promise<WrittenFile> {
  await link(file, target);
  return { rows: table.rows.get(), bytes: (await stat(target)).size, lost: [] };
}
