import { UserError } from '../../../runner/domain/errors.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import type { ParseOptions } from '../../../runner/domain/parse-options.ts';
import { plannedParameters } from '../../../runner/export/export-parameters.ts';
import { readGraph } from '../../../runner/graph/read-graph.ts';
import type { DatasetService } from '../datasets/service.ts';
import { DomainError } from '../errors.ts';
import { inputNodes, versionOfInput } from './version-of-input.ts';

/**
 * Returns how the file of each input node was read, by node id, so that `millrace run` reads it likewise.
 * Leaves out what was read by the defaults, and datasets that are gone: any flow has a document.
 */
export async function documentParseOptions(
  savedGraph: unknown,
  datasets: Pick<DatasetService, 'version'>,
): Promise<Readonly<Record<string, ParseOptions>>> {
  const graph = readGraph(savedGraph);
  const found: [string, ParseOptions][] = [];
  for (const { node, definition } of inputNodes(graph)) {
    try {
      const parameters = plannedParameters(graph.parameters ?? []);
      const { version } = await versionOfInput({ node, definition, parameters }, datasets);
      const { parseOptions } = version.content;
      if (parseOptions === null) continue;
      found.push([node.id, exactJson.parse(parseOptions) as ParseOptions]);
    } catch (error) {
      if (!(error instanceof DomainError || error instanceof UserError)) throw error;
    }
  }
  return Object.fromEntries(found);
}
