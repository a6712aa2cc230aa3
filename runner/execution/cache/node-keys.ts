import { createHash } from 'node:crypto';
import type { Engine } from '../../domain/engine.ts';
import type { NodeRelations } from '../../graph/lower-node.ts';
import type { PlannedNode } from '../../graph/validate-graph.ts';
import { relationKey } from '../../plan/passes/relation-key.ts';
import { isRepeatable } from '../../plan/passes/share-subplans.ts';
import type { ScriptRuntime } from '../../plan/operators/opaque.ts';
import { isDiscovered } from '../../plan/relation.ts';
import { scriptRuntimes } from '../../plan/script-runtimes.ts';

/** The circumstances of a run that its results depend on. */
export interface KeyContext {
  readonly engine: Engine;
  /** See `codeVersion`. */
  readonly code: string;
  /** See `runtimeVersions`. */
  readonly runtimes: ReadonlyMap<ScriptRuntime, string>;
}

/**
 * The cache keys of the nodes of a flow. Equal keys mean equal rows and reports. The key of an input node
 * depends on its dataset version, and that of another node on all of its ancestors.
 * @param relationsOf undefined for a node whose inputs are not known before the execution
 * @returns the keys by node id. Missing: outputs, scripts that are not deterministic or have no program,
 *   nodes whose columns only execution shows, and the descendants of these.
 */
export function nodeKeys(
  steps: readonly PlannedNode[],
  relationsOf: (nodeId: string) => NodeRelations | undefined,
  { engine, code, runtimes }: KeyContext,
): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const { node } of steps) {
    const outputs = relationsOf(node.id)?.entries() ?? [];
    const isKnown = outputs.every(([, output]) => !isDiscovered(output) && isRepeatable(output));
    if (outputs.length === 0 || !isKnown) continue;
    const used = new Set(outputs.flatMap(([, output]) => [...scriptRuntimes(output)]));
    const programs = [...used].toSorted().map((runtime) => runtimes.get(runtime));
    if (programs.includes(undefined)) continue;
    const parts = outputs.map(([handle, output]) => [handle, relationKey(output)]);
    const text = JSON.stringify([code, engine, parts, programs]);
    keys.set(node.id, createHash('sha256').update(text).digest('hex'));
  }
  return keys;
}
