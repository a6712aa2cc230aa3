import { readGraph } from '../../../runner/graph/read-graph.ts';
import { invalid } from '../../domain/errors.ts';
import { answerWarning, shownName, type AnswerWarning } from '../../openapi/warnings.ts';

type AnyObject = Readonly<Record<string, unknown>>;

const KEPT_FIELDS = ['nodes', 'edges', 'parameters', 'engine', 'resources', 'cache', 'pushdown'];

/** Config keys with ids that only the exporting server knows. */
const FOREIGN_KEYS = ['dataset_id', 'dataset_version', 'connection_id'];

/** The graph of an import, and a warning about each field and edge that was dropped. */
export interface ImportedGraph {
  readonly graph: AnyObject;
  readonly warnings: readonly AnswerWarning[];
}

/** Options of importedGraph. */
export interface ImportOptions {
  /** The field of the document that has the graph. */
  readonly source: string;
  readonly isKnownType: (type: string) => boolean;
}

/**
 * Converts the graph of an imported document: drops references to datasets and connections, edges without
 * nodes, and fields that do not belong to a flow. The rest stays as it is, in its order.
 * @throws DomainError invalid for no nodes or unknown types, UserError for a graph that is not well formed
 */
export function importedGraph(
  graph: AnyObject,
  { source, isKnownType }: ImportOptions,
): ImportedGraph {
  const list = Array.isArray(graph.edges) ? (graph.edges as unknown[]) : [];
  const { nodes } = readGraph({ ...graph, edges: list.filter(hasBothEnds) });
  if (nodes.length === 0) throw invalid('The document has no nodes');
  checkTypes(
    nodes.map(({ type }) => type),
    isKnownType,
  );
  const ids = new Set(nodes.map(({ id }) => id));
  const drops = list.map((edge, position) => dropReason(edge, position, ids));
  const kept = Object.entries(graph).filter(([key]) => KEPT_FIELDS.includes(key));
  return {
    graph: {
      ...Object.fromEntries(kept),
      nodes: (graph.nodes as AnyObject[]).map(withoutForeignKeys),
      edges: list.filter((_edge, position) => drops[position] === null),
    },
    warnings: [
      ...droppedFields(graph, source),
      ...drops
        .filter((reason) => reason !== null)
        .map((reason) => answerWarning('not_imported', reason, { field: `${source}.edges` })),
    ],
  };
}

/** @throws DomainError invalid that names the unknown types */
function checkTypes(types: readonly string[], isKnownType: (type: string) => boolean): void {
  const unknown = new Set(types.filter((type) => !isKnownType(type)));
  if (unknown.size === 0) return;
  throw invalid(
    `The document has node types that are not known here: ${[...unknown].slice(0, 20).join(', ')}`,
  );
}

function droppedFields(graph: AnyObject, source: string): AnswerWarning[] {
  const fields = Object.keys(graph).filter((key) => !KEPT_FIELDS.includes(key));
  const warnings = fields.map((key) => {
    const name = shownName(key);
    const message = `"${name}" of the graph is not imported. An import keeps ${KEPT_FIELDS.join(', ')}.`;
    return answerWarning('not_imported', message, { field: `${source}.${name}` });
  });
  const { edges = null } = graph;
  if (edges === null || Array.isArray(edges)) return warnings;
  const message = '"edges" of the graph is not imported: it must be a list.';
  return [...warnings, answerWarning('not_imported', message, { field: `${source}.edges` })];
}

/** @returns null for an edge between nodes of the graph */
function dropReason(edge: unknown, position: number, ids: ReadonlySet<string>): string | null {
  if (!hasBothEnds(edge)) {
    return `Edge number ${position + 1} is not imported: it must have "source" and "target" as texts.`;
  }
  const missing = [edge.source, edge.target].find((end) => !ids.has(end));
  if (missing === undefined) return null;
  const [from, to, node] = [edge.source, edge.target, missing].map(shownName);
  return `The edge from "${from}" to "${to}" is not imported: there is no node "${node}".`;
}

function hasBothEnds(edge: unknown): edge is { readonly source: string; readonly target: string } {
  if (!isObject(edge)) return false;
  return typeof edge.source === 'string' && typeof edge.target === 'string';
}

function withoutForeignKeys(node: AnyObject): AnyObject {
  const { data } = node;
  if (!isObject(data) || !isObject(data.config)) return node;
  const config = Object.entries(data.config).filter(([key]) => !FOREIGN_KEYS.includes(key));
  return { ...node, data: { ...data, config: Object.fromEntries(config) } };
}

function isObject(value: unknown): value is AnyObject {
  return typeof value === 'object' && value !== null;
}
