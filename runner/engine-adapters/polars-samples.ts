import type pl from 'nodejs-polars';
import type { PolarsFrame, PolarsLibrary } from '../engines/polars/frame.ts';
import { isPolarsError } from '../engines/polars/pinned/errors.ts';
import { leadingInput } from '../plan/leading-input.ts';
import type { Input, Slice } from '../plan/relation.ts';
import type { TransformStep } from './engine-adapter.ts';
import { LeadingRows } from './leading-rows.ts';
import type { PolarsQueries } from './polars-queries.ts';
import { compileStep, openWhole } from './polars-step.ts';
import { wholeOf, type PolarsTable } from './polars-table.ts';

/** The leading rows of a file from which the samples of row-wise nodes are taken. */
const LEADING_ROWS = 1024;
/** The leading rows of a side of a join, since each may match many rows. */
const LEADING_ROWS_OF_SIDE = 256;

/** Reads first rows, which have all columns. */
export class PolarsSamples {
  readonly #library: PolarsLibrary;
  readonly #queries: PolarsQueries;

  constructor(library: PolarsLibrary, queries: PolarsQueries) {
    this.#library = library;
    this.#queries = queries;
  }

  /** The first rows of a frame. @throws UpstreamFailure */
  head(table: PolarsTable, limit: number): pl.DataFrame {
    if (table.data !== null) return table.data.head(limit);
    const leading = table.leading?.get() ?? null;
    const isEnough = leading !== null && leading.height >= Math.min(limit, table.rows.get());
    if (isEnough) return leading.head(limit);
    const { lazy, fused } = wholeOf(table);
    return this.#queries.collect(lazy.limit(limit), fused);
  }

  /** The leading rows of a file. */
  ofFile(lazy: pl.LazyDataFrame): LeadingRows {
    return new LeadingRows(() => this.#queries.collect(lazy.limit(LEADING_ROWS), []));
  }

  /** The leading rows of a node, from those of its leading input. Null: they do not follow from them. */
  ofNode(step: TransformStep<PolarsTable>): LeadingRows | null {
    const leading = leadingInput(step.relation);
    if (leading === null) return null;
    const source = step.input(leading);
    if (source.leading === null && source.data === null) return null;
    const isSide = step.sources.length > 1;
    return new LeadingRows(() => {
      const rows = source.data?.head(LEADING_ROWS) ?? source.leading?.get() ?? null;
      if (rows === null) return null;
      return this.#following(step, leading, isSide ? rows.head(LEADING_ROWS_OF_SIDE) : rows);
    });
  }

  /** The leading rows of a node by a query of its own. */
  ofQuery(step: TransformStep<PolarsTable>): LeadingRows {
    const { relation } = step;
    const { columns } = relation;
    const head: Slice = {
      op: 'slice',
      input: relation,
      offset: 0,
      length: LEADING_ROWS,
      at: {},
      columns,
    };
    return new LeadingRows(() => {
      const opened = openWhole(step);
      const { lazy } = compileStep(this.#library, opened, head);
      return this.#queries.collect(lazy, opened.fused);
    });
  }

  #following(
    step: TransformStep<PolarsTable>,
    leading: Input,
    rows: pl.DataFrame,
  ): pl.DataFrame | null {
    const opened = openWhole(step);
    const input = (leaf: Input): PolarsFrame =>
      leaf === leading ? { lazy: rows.lazy(), columns: leaf.columns } : opened.input(leaf);
    try {
      const { lazy } = compileStep(this.#library, { ...opened, input }, step.relation);
      if (step.sources.length === 1) return lazy.collectSync();
      return lazy.limit(LEADING_ROWS).collectSync({ engine: 'streaming' });
    } catch (error) {
      // The query of the node reports the invalid value with its place.
      if (isPolarsError(error)) return null;
      throw error;
    }
  }
}
