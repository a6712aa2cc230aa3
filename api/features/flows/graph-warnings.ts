import { configWarnings } from '../../../runner/graph/config-warnings.ts';
import { readGraph } from '../../../runner/graph/read-graph.ts';
import { nodeOfType } from '../../../runner/nodes/index.ts';
import { answerWarning, type AnswerWarning } from '../../openapi/warnings.ts';

/** The warnings about the node configs of a saved graph, as a response carries them. */
export function graphWarnings(graph: Readonly<Record<string, unknown>>): AnswerWarning[] {
  return configWarnings(readGraph(graph), nodeOfType).map(
    ({ field, nodeId, parameter, message }) => {
      const code = parameter === null ? 'unknown_field' : 'undeclared_parameter';
      return answerWarning(code, message, { field, node_id: nodeId });
    },
  );
}
