import { FlowImport, FlowRead } from '../api/features/flows/schemas.ts';
import { fieldHint } from '../runner/domain/field-hint.ts';
import type { GraphDocument } from '../runner/domain/graph.ts';
import { unknownConfigFields } from '../runner/graph/config-warnings.ts';
import { graphError, type GraphProblem } from '../runner/graph/problem.ts';
import { nodeOfType } from '../runner/nodes/index.ts';

/** Fields of documents that are imported, exported or answered by the service. */
const DOCUMENT_FIELDS = [
  ...new Set([...Object.keys(FlowImport.shape), ...Object.keys(FlowRead.shape)]),
];

/** Fields beside the graph of a document that no document has; a bare graph may hold any. */
export function unknownDocumentFields(content: Readonly<Record<string, unknown>>): GraphProblem[] {
  const isBare = (content.graph_json ?? content.graph) === undefined;
  if (isBare) return [];
  return Object.keys(content)
    .filter((field) => !DOCUMENT_FIELDS.includes(field))
    .map((field) =>
      graphError(`A flow document has no field "${field}". ${fieldHint(field, DOCUMENT_FIELDS)}`, {
        field,
      }),
    );
}

/** Fields in the configs of a graph that mean nothing to the types of their nodes. */
export function unknownFieldsOfNodes({ nodes }: GraphDocument): GraphProblem[] {
  return nodes.flatMap((node) => {
    const definition = nodeOfType(node.type);
    if (definition === undefined) return [];
    return [...unknownConfigFields(node, definition)].map(({ field, message }) =>
      graphError(message, { nodeId: node.id, field }),
    );
  });
}
