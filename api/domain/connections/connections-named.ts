import { z } from 'zod';
import { NodeError } from '../../../runner/domain/errors.ts';
import type { ConnectionUseName } from '../../../runner/connectors/connection-use.ts';
import type { Connection } from '../../../runner/domain/connection.ts';
import { nodeLabel, type GraphNode } from '../../../runner/domain/graph.ts';
import type { AnyNode } from '../../../runner/nodes/definition.ts';

/** A connection that was looked up for flows of a project. */
export interface FoundConnection {
  readonly connection: Connection;
  /** Why the flows may not use it, for a person; null: they may. */
  readonly refusal: string | null;
}

/**
 * Finds connections by their ids for flows of a project; ids without one are left out.
 * @param projectId null: the project is unknown or was checked before, so none is refused
 */
export type FindConnections = (
  ids: readonly string[],
  projectId: string | null,
) => Promise<readonly FoundConnection[]>;

const connectionConfig = z.object({ connection_id: z.string() });

/** A node with its effective config. */
interface ConfiguredNode {
  readonly node: GraphNode;
  readonly definition: AnyNode;
  readonly config: unknown;
}

/** A node that uses a connection. */
export interface ConnectionNode {
  readonly node: GraphNode;
  readonly connectionId: string;
  readonly use: ConnectionUseName;
}

/** The connection of each node that uses one. */
export function connectionsNamed(nodes: readonly ConfiguredNode[]): readonly ConnectionNode[] {
  return nodes.flatMap(({ node, definition: { usesConnection: use }, config }) => {
    if (use === null) return [];
    const { connection_id: connectionId } = connectionConfig.parse(config);
    return [{ node, connectionId, use }];
  });
}

/** The connections of some nodes, by id, each looked up once. */
export async function findNamed(
  named: readonly ConnectionNode[],
  find: FindConnections,
  projectId: string | null,
): Promise<ReadonlyMap<string, FoundConnection>> {
  const ids = new Set(named.map(({ connectionId }) => connectionId));
  const found = await find([...ids], projectId);
  return new Map(found.map((one) => [one.connection.id, one]));
}

/** A node names a connection that the project of its flow may not use. */
export class RefusedConnectionError extends NodeError {
  override readonly name = 'RefusedConnectionError';
}

/**
 * The connections that nodes of a project's flow use, each once. An unknown one is left out: its node fails
 * when it runs.
 * @throws RefusedConnectionError for the first node whose connection the project may not use
 */
export async function usedConnections(
  nodes: readonly ConfiguredNode[],
  find: FindConnections,
  projectId: string,
): Promise<readonly Connection[]> {
  const named = connectionsNamed(nodes);
  const found = await findNamed(named, find, projectId);
  for (const { node, connectionId } of named) {
    const refusal = found.get(connectionId)?.refusal ?? null;
    if (refusal === null) continue;
    throw new RefusedConnectionError({ id: node.id, label: nodeLabel(node) }, refusal);
  }
  return [...found.values()].map(({ connection }) => connection);
}
