import type { GraphDocument, GraphNode } from '../domain/graph.ts';
import type { JsonObject } from '../domain/json.ts';
import type { AnyNode } from '../nodes/definition.ts';
import { bindParameters } from './bind-parameters.ts';
import { checkConfig } from './node-config.ts';
import { graphWarning, type GraphProblem } from './problem.ts';
import type { NodeLookup } from './node-lookup.ts';

const MAX_WARNINGS = 100;

/**
 * What the type of a node warns about its config; nothing for a config that is not valid.
 * @param parameters effective values of the parameters
 */
export function nodeWarnings(
  node: GraphNode,
  definition: AnyNode,
  parameters: JsonObject,
): readonly GraphProblem[] {
  const read = checkConfig(definition, node.data.config, parameters);
  return read.ok ? warningsOfConfig(node, { definition, config: read.config }, parameters) : [];
}

/** Like nodeWarnings, of a config that is parsed already. */
export function warningsOfConfig(
  { id: nodeId, data }: GraphNode,
  { definition, config }: { readonly definition: AnyNode; readonly config: unknown },
  parameters: JsonObject,
): readonly GraphProblem[] {
  const given = bindParameters(data.config, parameters, definition.expressionKeys);
  return definition
    .warnings(config, given)
    .map(({ field, code, message }) => graphWarning(message, { nodeId, field, code }));
}

/** The warnings of `nodeWarnings` about all nodes of a flow; at most 100. */
export function nodeWarningsOf(
  graph: GraphDocument,
  lookup: NodeLookup,
  parameters: JsonObject,
): readonly GraphProblem[] {
  const warnings: GraphProblem[] = [];
  for (const node of graph.nodes) {
    const definition = lookup(node.type);
    if (definition === undefined) continue;
    warnings.push(...nodeWarnings(node, definition, parameters));
    if (warnings.length >= MAX_WARNINGS) break;
  }
  return warnings.slice(0, MAX_WARNINGS);
}
