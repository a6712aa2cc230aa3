import type { ColumnSchema } from '../../../runner/domain/column.ts';
import type { FileIrregularity } from '../../../runner/domain/file-irregularity.ts';
import type { ParseOptions } from '../../../runner/domain/parse-options.ts';
import type { GraphDocument } from '../../../runner/domain/graph.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import { plannedParameters } from '../../../runner/export/export-parameters.ts';
import type { ExportInput } from '../../../runner/export/export-request.ts';
import type { DatasetService } from '../datasets/service.ts';
import { allInOrder } from '../all-in-order.ts';
import { inputNodes, versionOfInput, type InputNode } from './version-of-input.ts';

/** Each has two statements: other requests want connections of the pool, ten by default, too. */
const INPUTS_AT_ONCE = 2;

/**
 * Describes the dataset of each input node for a script. Disabled and deleted datasets are valid: the
 * script reads its own file.
 * @throws DomainError not_found for a missing dataset or version; NodeError for an invalid config
 */
export async function exportInputs(
  graph: GraphDocument,
  datasets: Pick<DatasetService, 'version'>,
): Promise<ExportInput[]> {
  const parameters = plannedParameters(graph.parameters ?? []);
  const described = async (input: InputNode): Promise<VersionedInput> => {
    const { dataset, version } = await versionOfInput({ ...input, parameters }, datasets);
    const { content, irregularities } = version;
    return {
      versionKey: `${dataset.id} ${version.versionNumber}`,
      versionNumber: version.versionNumber,
      nodeId: input.node.id,
      datasetName: dataset.name,
      format: dataset.sourceType,
      columns: exactJson.parse(content.columnSchema) as ColumnSchema[],
      parseOptions:
        content.parseOptions === null
          ? null
          : (exactJson.parse(content.parseOptions) as ParseOptions),
      download: `/api/datasets/${dataset.id}/versions/${version.versionNumber}/download`,
      irregularities:
        irregularities === null
          ? undefined
          : (exactJson.parse(irregularities) as FileIrregularity[]),
    };
  };
  const nodes = inputNodes(graph);
  const inputs: VersionedInput[] = [];
  for (let first = 0; first < nodes.length; first += INPUTS_AT_ONCE) {
    const some = nodes.slice(first, first + INPUTS_AT_ONCE);
    inputs.push(...(await allInOrder<VersionedInput[]>(some.map(described))));
  }
  return withFileNames(inputs);
}

interface VersionedInput extends ExportInput {
  readonly versionKey: string;
  readonly versionNumber: number;
}

/** Gives each version a file of its own: `sales_v1.csv` where a flow reads several of `sales.csv`. */
function withFileNames(inputs: readonly VersionedInput[]): ExportInput[] {
  const versions = Map.groupBy(inputs, ({ datasetName }) => datasetName.toLowerCase());
  return inputs.map(({ versionKey, versionNumber, ...input }) => {
    const { datasetName } = input;
    const others = versions.get(datasetName.toLowerCase()) ?? [];
    if (others.every((other) => other.versionKey === versionKey)) return input;
    const named = datasetName.replace(
      /(?:\.[^./\\]*)?$/,
      (suffix) => `_v${versionNumber}${suffix}`,
    );
    return { ...input, datasetName: named };
  });
}
