import type { ColumnSchema } from '../runner/domain/column.ts';
import type { GraphDocument } from '../runner/domain/graph.ts';
import type { InputOptions } from './local-inputs.ts';
import { printInputWarnings, readGivenInputs } from './local-inputs.ts';
import { inWorkspace } from './in-workspace.ts';

/** Returns the columns by input node. Loads no engine without a file. */
export async function columnsOfFiles(
  graph: GraphDocument,
  options: InputOptions,
): Promise<ReadonlyMap<string, readonly ColumnSchema[]>> {
  if (options.input.length === 0) return new Map();
  const inputs = await inWorkspace((runtime) => readGivenInputs(graph, options, runtime));
  printInputWarnings(inputs);
  return new Map(inputs.map(({ binding }) => [binding.nodeId, binding.columns]));
}
