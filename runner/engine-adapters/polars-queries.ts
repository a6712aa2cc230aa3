import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type pl from 'nodejs-polars';
import { UserError } from '../domain/errors.ts';
import type { PolarsLibrary } from '../engines/polars/frame.ts';
import { PARQUET_OPTIONS } from '../formats/writers/write-frame.ts';
import { UpstreamFailure } from './engine-adapter.ts';
import type { FusedNode, PolarsTable } from './polars-table.ts';

/**
 * Evaluates lazy plans and attributes their errors to nodes. Evaluation is synchronous because only
 * `collectSync` can select the streaming engine.
 */
export class PolarsQueries {
  readonly #library: PolarsLibrary;

  constructor(library: PolarsLibrary) {
    this.#library = library;
  }

  /** Evaluates a plan with the streaming engine. @throws UpstreamFailure, UserError */
  collect(lazy: pl.LazyDataFrame, fused: readonly FusedNode[]): pl.DataFrame {
    try {
      return lazy.collectSync({ engine: 'streaming' });
    } catch (error) {
      throw this.attributeError(fused, error);
    }
  }

  /** Evaluates a plan over small frames in memory, where the streaming engine costs more than the work. */
  collectSmall(lazy: pl.LazyDataFrame, fused: readonly FusedNode[]): pl.DataFrame {
    try {
      return lazy.collectSync();
    } catch (error) {
      throw this.attributeError(fused, error);
    }
  }

  /** Counts the rows of a plan. */
  count(lazy: pl.LazyDataFrame, fused: readonly FusedNode[] = []): number {
    const counted = this.collect(lazy.select(this.#library.len().alias('rows')), fused);
    return Number(counted.getColumn('rows').getIndex(0));
  }

  /** Evaluates a plan into a Parquet file. @returns the file and its scan */
  sink(
    { lazy, fused }: Pick<PolarsTable, 'lazy' | 'fused'>,
    scratch: string,
  ): { readonly lazy: pl.LazyDataFrame; readonly file: string } {
    const file = path.join(scratch, `${randomUUID()}.parquet`);
    this.collect(lazy.sinkParquet(file, PARQUET_OPTIONS), fused);
    return { lazy: this.#library.scanParquet(file, { glob: false }), file };
  }

  /** Attributes the error of a plan to a node: the first one whose own plan fails. */
  attributeError(fused: readonly FusedNode[], error: unknown): unknown {
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
}
