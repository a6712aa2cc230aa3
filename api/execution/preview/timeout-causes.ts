import type { Connection } from '../../../runner/domain/connection.ts';
import { nodeLabel, type GraphNode } from '../../../runner/domain/graph.ts';
import type { AnyNode } from '../../../runner/nodes/definition.ts';
import { JobFailedError } from '../executors/executor.ts';

/** How many connections or nodes an error names. */
const NAMED = 5;

/** What may take long in a preview. */
export interface TimeoutCauses {
  readonly connections: readonly Connection[];
  /** The nodes that it evaluates. */
  readonly steps: readonly { readonly node: GraphNode; readonly definition: AnyNode }[];
}

/**
 * Adds to the error of a preview that took too long what may be why: scripts, which can run without end, and
 * connections, whose servers can be slow. Returns any other error as it is.
 */
export function withTimeoutCauses(error: unknown, { connections, steps }: TimeoutCauses): unknown {
  if (!(error instanceof JobFailedError) || error.failure.kind !== 'timedOut') return error;
  const scripts = steps.filter(({ definition }) => Object.keys(definition.scripts).length > 0);
  const sentences = [
    error.message,
    ...(scripts.length === 0 ? [] : [scriptSentence(scripts.map(({ node }) => node))]),
    ...(connections.length === 0 ? [] : [connectionSentence(connections)]),
  ];
  return new JobFailedError({ kind: 'timedOut', message: sentences.join(' ') });
}

function scriptSentence(nodes: readonly GraphNode[]): string {
  const names = nodes.map((node) => `"${nodeLabel(node)}" (${node.id})`);
  const [scripts, them] = nodes.length === 1 ? ['script', 'it'] : ['scripts', 'them'];
  return `It executes the ${scripts} of ${listed(names)}: make ${them} faster, or raise PREVIEW_TIMEOUT_SECONDS.`;
}

function connectionSentence(connections: readonly Connection[]): string {
  const names = connections.map(({ name }) => `"${name}"`);
  return `It uses the connection${connections.length === 1 ? '' : 's'} ${listed(names)}.`;
}

function listed(names: readonly string[]): string {
  const rest = names.length - NAMED;
  return `${names.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
