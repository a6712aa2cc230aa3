import type { Engine } from '../domain/engine.ts';
import type { EngineAdapter } from './engine-adapter.ts';

/** An engine with an opaque frame type. */
export type AnyEngineAdapter = EngineAdapter<unknown>;

/**
 * The number of groups in the hot table of each thread of the polars streaming engine. Rows of further
 * groups are buffered: grouping 2 M rows by 50 k keys takes 157 MB with this size and 187 MB with half of
 * it, in the same time. Small frames do not use the streaming engine.
 */
const POLARS_HOT_TABLE_SIZE = 65_536;

/** Loads an engine and its libraries on demand, since they are large. */
export async function loadEngine(engine: Engine): Promise<AnyEngineAdapter> {
  // Polars has no other setting for it, and reads the variable at the first aggregation.
  process.env.POLARS_HOT_TABLE_SIZE ??= String(POLARS_HOT_TABLE_SIZE);
  const { default: library } = await import('../engines/polars/pinned/library.ts');
  switch (engine) {
    case 'polars': {
      const { PolarsEngine } = await import('./polars-engine.ts');
      return new PolarsEngine(library);
    }
    case 'pandas': {
      const { PandasEngine } = await import('./pandas-engine.ts');
      return new PandasEngine(library);
    }
  }
}
