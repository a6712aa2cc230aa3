import { randomUUID } from 'node:crypto';
import { link, stat } from 'node:fs/promises';
import path from 'node:path';
import type pl from 'nodejs-polars';
import type { ColumnSchema } from '../../domain/column.ts';
import type { ColumnProfile } from '../../domain/dataset.ts';
import { UserError } from '../../domain/errors.ts';
import type { FileFormat } from '../../domain/file-format.ts';
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
} from '../../formats/writers/write-frame.ts';
import { userErrorFromPolars } from '../../expressions/index.ts';
import type { NodeInputs } from '../../nodes/definition.ts';
import type { PolarsFrame, PolarsLibrary } from '../../engines/polars/frame.ts';
import { locatedFailure } from './locate-failure.ts';
import { polarsRowProbe } from './polars-row-probe.ts';
import { RowCount, type FusedNode, type PolarsTable } from './polars-table.ts';
import type { RowProbe } from './row-probe.ts';
import { frameOfRows } from '../../engines/polars/rows-to-frame.ts';

/** Tables of at most this many cells are held in memory at every node: a plan would cost more. */
const SMALL_CELLS = 250_000;
/** A plan of more nodes than this is evaluated once and held, not again for each question. */
const MAX_FUSED_NODES = 6;
/** A plan of more nodes than this is not evaluated by several consumers. */
const MAX_SHARED_NODES = 2;

/**
 * Runs nodes on polars. Large tables stay plans that the streaming engine evaluates over the input
 * file, so memory stays far below the size of the data; small ones are simply held in memory.
 * Evaluation is synchronous because only then polars' streaming engine can be chosen.
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
    return Promise.resolve(isSmall(rowCount, columns) ? this.#hold(table) : table);
  }

  fromRows(columns: readonly ColumnSchema[], rows: readonly Row[]): PolarsTable {
    return held(frameOfRows(this.#library, columns, rows), columns);
  }

  transform(step: TransformStep<PolarsTable>): PolarsTable {
    const { definition, nodeId, columns } = step;
    const lazy = definition.polars(asPolarsFrames(step.inputs), step.config, {
      ...step.context,
      pl: this.#library,
    });
    const located = (error: unknown): unknown => this.#located(step, error);
    const fused = [...fusedNodes(step.sources), { nodeId, lazy, located }];
    const table: PolarsTable = {
      lazy,
      columns,
      data: null,
      file: null,
      fused,
      rows: this.#rowsAfter(step, { lazy, fused }),
    };
    if (definition.rows === 'groups') return this.#hold(table);
    if (step.sources.every(isSmallData)) {
      return step.sources.length > 1 ? this.#holdIfSmall(table, step.scratch) : this.#hold(table);
    }
    if (mustEvaluate(step, fused)) return this.#spool(table, step.scratch);
    if (definition.checksValues?.(step.config) === true) this.#checkValues(table);
    // Counting is cheap, and tells whether the rest is small enough to be held.
    if (table.rows.isKnown || definition.rows !== 'subset') return table;
    return isSmall(table.rows.get(), columns) ? this.#hold(table) : table;
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

  async write(table: PolarsTable, format: FileFormat, target: string): Promise<WrittenFile> {
    if (format === 'parquet' && table.file !== null) return await linked(table, table.file, target);
    try {
      return await writeFrame(table.lazy, table.columns, format, target);
    } catch (error) {
      throw this.#blame(table.fused, error);
    }
  }

  #head(table: PolarsTable, limit: number): pl.DataFrame {
    return table.data === null
      ? this.#collect(table.lazy.limit(limit), table.fused)
      : table.data.head(limit);
  }

  #rowsAfter(
    { definition, sources }: TransformStep<PolarsTable>,
    { lazy, fused }: { readonly lazy: pl.LazyDataFrame; readonly fused: readonly FusedNode[] },
  ): RowCount {
    const [only, ...others] = sources;
    if (definition.rows === 'same' && only !== undefined && others.length === 0) return only.rows;
    return new RowCount(null, () => {
      const counted = this.#collect(lazy.select(this.#library.len().alias('rows')), fused);
      return Number(counted.getColumn('rows').get(0));
    });
  }

  /** Evaluates every cell and keeps none. */
  #checkValues({ lazy, fused }: PolarsTable): void {
    this.#collect(lazy.select(this.#library.all().count()), fused);
  }

  #hold(table: PolarsTable): PolarsTable {
    return held(this.#collect(table.lazy, table.fused), table.columns);
  }

  /** Small tables can have a large join: of its rows no more than tell that are held. */
  #holdIfSmall(table: PolarsTable, scratch: string): PolarsTable {
    const { lazy, columns, fused } = table;
    const most = Math.floor(SMALL_CELLS / Math.max(columns.length, 1));
    const data = this.#collect(lazy.limit(most + 1), fused);
    return data.height > most ? this.#spool(table, scratch) : held(data, columns);
  }

  /** Evaluates a table into a file and goes on from there: a large result needs little memory. */
  #spool(table: PolarsTable, scratch: string): PolarsTable {
    const { lazy, file } = this.#sunk(table, scratch);
    const counted = this.#collect(lazy.select(this.#library.len().alias('rows')), []);
    const rows = Number(counted.getColumn('rows').get(0));
    const { columns } = table;
    const spooled = { lazy, columns, data: null, file, fused: [], rows: RowCount.known(rows) };
    return isSmall(rows, columns) ? this.#hold(spooled) : spooled;
  }

  /** Evaluates a plan into a file. */
  #sunk(
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
      throw this.#blame(fused, error);
    }
  }

  /** Finds the node at fault in a plan that failed as a whole: the first that fails by itself. */
  #blame(fused: readonly FusedNode[], error: unknown): unknown {
    if (error instanceof UserError) return error;
    for (const { nodeId, lazy, located } of fused.slice(0, -1)) {
      try {
        lazy.select(this.#library.all().count()).collectSync({ engine: 'streaming' });
      } catch (cause) {
        return new UpstreamFailure(nodeId, located(cause));
      }
    }
    const last = fused.at(-1);
    return last === undefined ? error : new UpstreamFailure(last.nodeId, last.located(error));
  }

  #located({ inputs, expressions, scratch }: TransformStep<PolarsTable>, error: unknown): unknown {
    if (userErrorFromPolars(error) === undefined) return error;
    const probe = (columns: readonly string[]): RowProbe => {
      const table = inputs.one();
      const lazy = table.lazy.select(...columns.map((name) => this.#library.col(name)));
      const isRead = table.fused.length === 0;
      const source = isRead ? lazy : this.#sunk({ lazy, fused: table.fused }, scratch).lazy;
      return polarsRowProbe(this.#library, source, table.rows.get());
    };
    return locatedFailure({ error, expressions, probe });
  }
}

function held(data: pl.DataFrame, columns: readonly ColumnSchema[]): PolarsTable {
  const rows = RowCount.known(data.height);
  return { lazy: data.lazy(), columns, data, file: null, fused: [], rows };
}

/** Another name for the file: it is never changed. */
async function linked(table: PolarsTable, file: string, target: string): Promise<WrittenFile> {
  await link(file, target);
  return { rows: table.rows.get(), bytes: (await stat(target)).size };
}

/** Whether a plan ends here, so that its work is done once. */
function mustEvaluate(
  { definition, consumers }: TransformStep<PolarsTable>,
  fused: readonly FusedNode[],
): boolean {
  if (definition.rows === 'other' || fused.length > MAX_FUSED_NODES) return true;
  return consumers > 1 && fused.length > MAX_SHARED_NODES;
}

/** Each node once: two inputs may share nodes. */
function fusedNodes(sources: readonly PolarsTable[]): readonly FusedNode[] {
  return [...new Set(sources.flatMap((source) => source.fused))];
}

function isSmall(rows: number, columns: readonly ColumnSchema[]): boolean {
  return rows * columns.length <= SMALL_CELLS;
}

function isSmallData({ data, columns }: PolarsTable): boolean {
  return data !== null && isSmall(data.height, columns);
}

function asPolarsFrames(inputs: NodeInputs<PolarsTable>): NodeInputs<PolarsFrame> {
  return inputs;
}
