import { z } from 'zod';
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

/** The connection of each node that uses one, by the id of the node. */
export function connectionsNamed(nodes: readonly ConfiguredNode[]): ReadonlyMap<string, string> {
  return new Map(
    nodes
      .filter(({ definition }) => definition.usesConnection)
      .map(({ node, config }) => [node.id, connectionConfig.parse(config).connection_id]),
  );
}

/** The connections that nodes use, each once. An unknown one is left out: its node fails when it runs. */
export async function usedConnections(
  nodes: readonly ConfiguredNode[],
  find: FindConnections,
): Promise<readonly Connection[]> {
  return await find([...new Set(connectionsNamed(nodes).values())]);
}
