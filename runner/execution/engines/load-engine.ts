import type { Engine } from '../../domain/engine.ts';
import type { EngineAdapter } from './engine-adapter.ts';

/** An engine that is used without knowing what its frames are. */
export type AnyEngineAdapter = EngineAdapter<unknown>;

/**
 * Groups that each thread of polars' streaming engine keeps at hand. Rows of further groups are set
 * aside whole; with the library's 4,096, grouping 2 M rows by 50 k keys took 40 MB more and no less time;
 * more cost a small group-by milliseconds.
 */
const POLARS_GROUPS_AT_HAND = 32_768;

/** Loads an engine with all it needs; the libraries are large, so this happens on demand. */
export async function loadEngine(engine: Engine): Promise<AnyEngineAdapter> {
  // Polars has no other way to be told, and reads it when it first groups.
  process.env.POLARS_HOT_TABLE_SIZE ??= String(POLARS_GROUPS_AT_HAND);
  const { default: library } = await import('../../engines/polars/library.ts');
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
