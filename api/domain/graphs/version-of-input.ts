import { z } from 'zod';
import type { GraphDocument, GraphNode } from '../../../runner/domain/graph.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import { readConfig } from '../../../runner/graph/node-config.ts';
import { readsDataset, type AnyNode } from '../../../runner/nodes/definition.ts';
import { nodeOfType } from '../../../runner/nodes/index.ts';
import type { DatasetService } from '../datasets/service.ts';

const inputConfig = z.object({
  dataset_id: z.string(),
  dataset_version: z.number().nullish(),
});

/** A node that reads a dataset. */
export interface InputNode {
  readonly node: GraphNode;
  readonly definition: AnyNode;
}

/** Returns the nodes of known types that read a dataset. */
export function inputNodes({ nodes }: GraphDocument): readonly InputNode[] {
  return nodes.flatMap((node) => {
    const definition = nodeOfType(node.type);
    return definition === undefined || !readsDataset(definition) ? [] : [{ node, definition }];
  });
}

/**
 * Returns the dataset and version that an input node reads; disabled and deleted datasets too.
 * @throws DomainError not_found for a missing dataset or version; NodeError for an invalid config
 */
export async function versionOfInput(
  { node, definition, parameters }: InputNode & { readonly parameters: JsonObject },
  datasets: Pick<DatasetService, 'version'>,
): ReturnType<DatasetService['version']> {
  const config = inputConfig.parse(readConfig(definition, node, parameters));
  return await datasets.version(config.dataset_id, config.dataset_version ?? undefined);
}
