import { z } from 'zod';
import type { ConnectionUseName } from '../../../runner/connectors/connection-use.ts';
import type { Connection } from '../../../runner/domain/connection.ts';
import type { GraphNode } from '../../../runner/domain/graph.ts';
import type { AnyNode } from '../../../runner/nodes/definition.ts';

/** Finds connections by their ids; ids without one are left out. */
export type FindConnections = (ids: readonly string[]) => Promise<readonly Connection[]>;

const connectionConfig = z.object({ connection_id: z.string() });

/** A node with its effective config. */
interface ConfiguredNode {
  readonly node: GraphNode;
  readonly definition: AnyNode;
  readonly config: unknown;
}

/** A node that uses a connection. */
export interface ConnectionNode {
  readonly nodeId: string;
  readonly connectionId: string;
  readonly use: ConnectionUseName;
}

/** The connection of each node that uses one. */
export function connectionsNamed(nodes: readonly ConfiguredNode[]): readonly ConnectionNode[] {
  return nodes.flatMap(({ node, definition: { usesConnection: use }, config }) => {
    if (use === null) return [];
    const { connection_id: connectionId } = connectionConfig.parse(config);
    return [{ nodeId: node.id, connectionId, use }];
  });
}

/** The connections that nodes use, each once. An unknown one is left out: its node fails when it runs. */
export async function usedConnections(
  nodes: readonly ConfiguredNode[],
  find: FindConnections,
): Promise<readonly Connection[]> {
  return await find([...new Set(connectionsNamed(nodes).map(({ connectionId }) => connectionId))]);
}
