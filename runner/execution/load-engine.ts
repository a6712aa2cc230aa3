import type { Engine } from '../domain/engine.ts';
import type { EngineAdapter } from './engine-adapter.ts';

/** An engine that is used without knowing what its frames are. */
export type AnyEngineAdapter = EngineAdapter<unknown>;

/** Loads an engine with all it needs; the libraries are large, so this happens on demand. */
export async function loadEngine(engine: Engine): Promise<AnyEngineAdapter> {
  const { default: library } = await import('nodejs-polars');
  switch (engine) {
    case 'polars': {
      const { PolarsEngine } = await import('../engines/polars/polars-engine.ts');
      return new PolarsEngine(library);
    }
    case 'pandas': {
      const { PandasEngine } = await import('../engines/pandas/pandas-engine.ts');
      return new PandasEngine(library);
    }
  }
}
