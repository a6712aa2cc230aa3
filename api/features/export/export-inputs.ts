import { z } from 'zod';
import type { ParseOptions } from '../../../runner/domain/parse-options.ts';
import type { GraphDocument } from '../../../runner/domain/graph.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import { plannedParameters } from '../../../runner/export/export-parameters.ts';
import type { ExportInput } from '../../../runner/export/export-request.ts';
import { readConfig } from '../../../runner/graph/node-config.ts';
import { nodeOfType } from '../../../runner/nodes/index.ts';
import type { DatasetService } from '../../domain/datasets/service.ts';
import { toColumns } from '../datasets/views.ts';

const inputConfig = z.object({
  dataset_id: z.string(),
  dataset_version: z.number().nullish(),
});

/**
 * Finds what a script must know about the dataset behind every input node. Disabled and deleted
 * datasets will do: the script brings its own file.
 * @throws DomainError not_found for a dataset or version that is not there, NodeError for a wrong config
 */
export async function exportInputs(
  graph: GraphDocument,
  datasets: Pick<DatasetService, 'version'>,
): Promise<ExportInput[]> {
  const parameters = plannedParameters(graph.parameters ?? []);
  const inputs: ExportInput[] = [];
  for (const node of graph.nodes) {
    const definition = nodeOfType(node.type);
    if (definition?.kind !== 'input') continue;
    const config = inputConfig.parse(readConfig(definition, node, parameters));
    const { dataset, version } = await datasets.version(
      config.dataset_id,
      config.dataset_version ?? undefined,
    );
    const { content } = version;
    inputs.push({
      nodeId: node.id,
      datasetName: dataset.name,
      format: dataset.sourceType,
      columns: toColumns(content),
      parseOptions:
        content.parseOptions === null
          ? null
          : (exactJson.parse(content.parseOptions) as ParseOptions),
    });
  }
  return inputs;
}
