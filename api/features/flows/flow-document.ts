import { invalid } from '../../domain/errors.ts';
import { UserError } from '../../../runner/domain/errors.ts';
import { readGraph } from '../../../runner/graph/read-graph.ts';
import { MAX_FLOW_NAME, type FlowFields } from '../../domain/flows/service.ts';
import type { AnswerWarning } from '../../openapi/warnings.ts';
import { importedGraph } from './imported-graph.ts';
import type { FlowImport, FlowMigrateDocumentResponse } from './schemas.ts';

const SCHEMA_VERSION = '1.0.0';

type AnyObject = Readonly<Record<string, unknown>>;

/**
 * Rejects documents of another version.
 * @throws DomainError invalid
 */
export function checkSchemaVersion(version: unknown): void {
  if (version === undefined || version === null || version === SCHEMA_VERSION) return;
  const order = typeof version === 'string' ? compareVersions(version, SCHEMA_VERSION) : null;
  if (order === null) throw invalid('"schemaVersion" must be a version, like "1.0.0"');
  if (order === 0) return;
  throw invalid(
    order > 0
      ? `The document is of a newer version than this server reads, ${SCHEMA_VERSION}; update the server`
      : `The document is of a version older than ${SCHEMA_VERSION}, which cannot be read any more`,
  );
}

function compareVersions(version: string, other: string): number | null {
  if (!/^\d{1,9}\.\d{1,9}\.\d{1,9}$/.test(version)) return null;
  const others = other.split('.').map(Number);
  const differences = version.split('.').map((part, at) => Number(part) - (others[at] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** The flow of an imported document, and warnings about the parts of its graph that were dropped. */
export interface ImportedFlow {
  readonly fields: FlowFields;
  readonly warnings: readonly AnswerWarning[];
}

/**
 * Reads the flow of an imported document.
 * @throws DomainError invalid for an unsupported document, UserError for a graph that is not well formed
 */
export function importedFlow(
  document: FlowImport,
  isKnownType: (type: string) => boolean,
): ImportedFlow {
  checkSchemaVersion(document.schemaVersion);
  const name = (document.name ?? '').trim().slice(0, MAX_FLOW_NAME).trimEnd();
  const source = (document.graph_json ?? null) === null ? 'graph' : 'graph_json';
  const { graph, warnings } = importedGraph(document[source] ?? {}, { source, isKnownType });
  const fields = {
    name: name === '' ? 'Imported flow' : name,
    description: document.description ?? null,
    projectId: document.project_id,
    graph,
  };
  return { fields, warnings };
}

/**
 * Converts a flow document of any known format to the newest versioned format.
 * @throws DomainError invalid for another version or an unknown format; UserError for a broken graph
 */
export function migrateDocument(
  document: AnyObject,
  serviceVersion: string,
): FlowMigrateDocumentResponse {
  checkSchemaVersion(document.schemaVersion);
  const graph = document.graph ?? document.graph_json;
  if (!isObject(graph)) {
    throw invalid('The document must have its graph under "graph" or "graph_json"');
  }
  checkStructure(graph);
  if (hasVersion(document) && !isObject(document.project)) {
    throw invalid('A document with "schemaVersion" must describe its flow under "project"');
  }
  const project = isObject(document.project) ? document.project : document;
  return {
    document: {
      schemaVersion: SCHEMA_VERSION,
      serviceVersion,
      project: {
        id: textOrNull(document === project ? null : project.id),
        name: textOrNull(project.name) ?? 'Imported flow',
        description: textOrNull(project.description),
      },
      graph,
      ...(isObject(document.parse_options) ? { parse_options: document.parse_options } : {}),
      metadata: isObject(document.metadata) ? document.metadata : {},
      requirements: requirementsOf(document.requirements),
    },
    migrated: false,
    from_version: SCHEMA_VERSION,
    to_version: SCHEMA_VERSION,
  };
}

/** Plain exports have no version. */
function hasVersion({ schemaVersion }: AnyObject): boolean {
  return schemaVersion !== undefined && schemaVersion !== null;
}

function requirementsOf(given: unknown): AnyObject {
  const requirements = isObject(given) ? given : {};
  return { plugins: [], capabilities: [], ...requirements };
}

/** A document must be complete; a saved flow need not. */
function checkStructure(graph: AnyObject): void {
  const { nodes, edges } = readGraph(graph);
  const ids = new Set<string>();
  for (const { id } of nodes) {
    if (ids.has(id)) throw new UserError(`Two nodes have the id "${id}".`);
    ids.add(id);
  }
  for (const { source, target } of edges) {
    const missing = [source, target].find((end) => !ids.has(end));
    if (missing === undefined) continue;
    throw new UserError(`The edge from "${source}" to "${target}": there is no node "${missing}".`);
  }
}

function isObject(value: unknown): value is AnyObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
