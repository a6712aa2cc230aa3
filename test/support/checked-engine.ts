import pl from '../../runner/engines/polars/pinned/library.ts';
import type { ColumnSchema } from '../../runner/domain/column.ts';
import type { Engine } from '../../runner/domain/engine.ts';
import { columnsOf } from '../../runner/engines/polars/column-types.ts';
import { schemaOf } from '../../runner/engines/pandas/kernels/columns/column-access.ts';
import type { EngineAdapter, TransformStep } from '../../runner/engine-adapters/engine-adapter.ts';
import type { AnyEngineAdapter } from '../../runner/engine-adapters/load-engine.ts';
import { PandasEngine } from '../../runner/engine-adapters/pandas-engine.ts';
import { PolarsEngine } from '../../runner/engine-adapters/polars-engine.ts';

/**
 * An engine that checks after each node that its frame has the schema that the node declares. The schema of
 * a lazy frame comes from its plan, so the frame stays lazy.
 */
export function checkedEngine(engine: Engine): AnyEngineAdapter {
  return engine === 'pandas'
    ? checked(new PandasEngine(pl), schemaOf)
    : checked(new PolarsEngine(pl), ({ lazy }) => columnsOf(lazy.limit(0).collectSync()));
}

function checked<F>(
  engine: EngineAdapter<F>,
  schema: (frame: F) => readonly ColumnSchema[],
): AnyEngineAdapter {
  const adapter: EngineAdapter<F> = {
    name: engine.name,
    isLazy: engine.isLazy,
    readFile: (file) => engine.readFile(file),
    fromRows: (columns, rows) => engine.fromRows(columns, rows),
    transform: (step) => {
      const frame = engine.transform(step);
      const columns = schema(frame);
      const [actual, declared] = [columns, declaredOf(step, columns)].map(describe);
      if (actual === declared) return frame;
      throw new TypeError(`The frame of ${step.nodeId} has ${actual}, declared are ${declared}`);
    },
    pendingNodes: (frame) => engine.pendingNodes(frame),
    countRows: (frame) => engine.countRows(frame),
    cells: (frame, column) => engine.cells(frame, column),
    sample: (frame, limit) => engine.sample(frame, limit),
    profile: (frame, rows) => engine.profile(frame, rows),
    write: (frame, format, path) => engine.write(frame, format, path),
  };
  return adapter;
}

/** The columns that the frame must have: of those that no later node reads, any. */
function declaredOf(
  { relation, live }: Pick<TransformStep<unknown>, 'relation' | 'live'>,
  actual: readonly ColumnSchema[],
): readonly ColumnSchema[] {
  const names = new Set(actual.map(({ name }) => name));
  return relation.columns.filter(({ name }) => live?.has(name) !== false || names.has(name));
}

function describe(columns: readonly ColumnSchema[] | undefined): string {
  return JSON.stringify(columns?.map(({ name, type }) => `${name} ${type}`));
}
