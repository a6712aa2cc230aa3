import { configWarnings } from '../../../runner/graph/config-warnings.ts';
import { nodeWarningsOf } from '../../../runner/graph/node-warnings.ts';
import { readGraph } from '../../../runner/graph/read-graph.ts';
import { checkParameters } from '../../../runner/graph/resolve-parameters.ts';
import { nodeOfType } from '../../../runner/nodes/index.ts';
import { answerWarning, type AnswerWarning } from '../../openapi/warnings.ts';

const MAX_WARNINGS = 100;

/** The warnings about the node configs of a saved graph, as a response carries them. */
export function graphWarnings(saved: Readonly<Record<string, unknown>>): AnswerWarning[] {
  const graph = readGraph(saved);
  const { values } = checkParameters(graph.parameters ?? [], {});
  return [...configWarnings(graph, nodeOfType), ...nodeWarningsOf(graph, nodeOfType, values)]
    .slice(0, MAX_WARNINGS)
    .map(({ code, field, nodeId, parameter, message }) => {
      const unread = parameter === null ? 'unknown_field' : 'undeclared_parameter';
      return answerWarning(code ?? unread, message, { field, node_id: nodeId });
    });
}
