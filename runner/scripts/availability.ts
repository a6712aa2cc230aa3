import { ENGINES } from '../domain/engine.ts';
import type { AnyNode } from '../nodes/definition.ts';
import type { ScriptRuntime } from '../plan/operators/opaque.ts';
import { findPython } from './python/find-python.ts';
import { NO_PYTHON_IN_CLUSTER, type ScriptHost } from './script-host.ts';

/** Whether a node type can be executed here. Field names are those of the API. */
export interface Availability {
  readonly available: boolean;
  readonly unavailable_reason: string | null;
}

/** The runtimes that cannot execute scripts here, with the reason. */
export type UnavailableRuntimes = ReadonlyMap<ScriptRuntime, string>;

/** Finds the runtimes that cannot execute scripts of any engine. */
export async function unavailableRuntimes(host: ScriptHost): Promise<UnavailableRuntimes> {
  if (host.kind === 'cluster') {
    return new Map(host.hasPython ? [] : [['python', NO_PYTHON_IN_CLUSTER]]);
  }
  let reason = '';
  for (const engine of ENGINES) {
    const found = await findPython(host.settings, engine);
    if ('executable' in found) return new Map();
    reason = found.missing;
  }
  return new Map([['python', reason]]);
}

/** Whether a node type can be executed, as far as its scripts are concerned. */
export function availability({ scripts }: AnyNode, reasons: UnavailableRuntimes): Availability {
  for (const runtime of Object.values(scripts)) {
    const reason = reasons.get(runtime);
    if (reason !== undefined) return { available: false, unavailable_reason: reason };
  }
  return { available: true, unavailable_reason: null };
}
