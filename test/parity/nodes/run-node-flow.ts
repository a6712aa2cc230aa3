import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pl from '../../../runner/engines/polars/pinned/library.ts';
import { ENGINES, type Engine } from '../../../runner/domain/engine.ts';
import { schemaOf } from '../../../runner/engines/pandas/kernels/columns/column-access.ts';
import { toPolars } from '../../../runner/engines/pandas/to-polars.ts';
import { runOnEngine, type EngineOutcome } from '../engine-run.ts';
import type { NodeFlow } from './node-flow.ts';

/** Executes a flow of one node on both engines. Large tables stay lazy on the polars engine. */
export async function runNodeFlow({
  graph,
  frames,
}: NodeFlow): Promise<Readonly<Record<Engine, EngineOutcome>>> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-parity-'));
  try {
    const written = Object.entries(frames).map(async ([nodeId, frame]) => {
      const dataKey = `${nodeId}.data.parquet`;
      const lazy = toPolars(pl, frame).lazy();
      await lazy.sinkParquet(join(folder, dataKey), { compression: 'snappy' }).collect();
      const dataset = { datasetId: nodeId, datasetName: nodeId, versionNumber: 1 };
      return { nodeId, ...dataset, dataKey, columns: schemaOf(frame), rowCount: frame.length };
    });
    const inputs = await Promise.all(written);
    const outcomes: Partial<Record<Engine, EngineOutcome>> = {};
    for (const engine of ENGINES) {
      outcomes[engine] = await runOnEngine(folder, { graph, inputs }, engine);
    }
    return outcomes as Record<Engine, EngineOutcome>;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
