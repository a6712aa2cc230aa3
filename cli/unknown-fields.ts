import { FlowImport, FlowRead } from '../api/features/flows/schemas.ts';
import { fieldHint } from '../runner/domain/field-hint.ts';
import type { GraphDocument } from '../runner/domain/graph.ts';
import { unknownConfigFields } from '../runner/graph/config-warnings.ts';
import { graphError, type GraphProblem } from '../runner/graph/problem.ts';
import { nodeOfType } from '../runner/nodes/index.ts';

/** Fields of documents that the service imports, exports or returns. */
const DOCUMENT_FIELDS = [
  ...new Set([...Object.keys(FlowImport.shape), ...Object.keys(FlowRead.shape)]),
];

/** Returns the unknown fields beside the graph of a document; a bare graph may have any. */
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

/** Returns the config fields that the node types do not know. */
export function unknownNodeFields({ nodes }: GraphDocument): GraphProblem[] {
  return nodes.flatMap((node) => {
    const definition = nodeOfType(node.type);
    if (definition === undefined) return [];
    return [...unknownConfigFields(node, definition)].map(({ field, message }) =>
      graphError(message, { nodeId: node.id, field }),
    );
  });
}
