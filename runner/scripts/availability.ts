import { ENGINES } from '../domain/engine.ts';
import type { AnyNode } from '../nodes/definition.ts';
import { SCRIPT_RUNTIMES, type ScriptRuntime } from '../plan/operators/opaque.ts';
import {
  describeIsolation,
  isolationProblem,
  permittedIsolation,
  type IsolationLevel,
} from './isolation.ts';
import { findPython } from './python/find-python.ts';
import { NO_PYTHON_IN_CLUSTER, type ScriptHost } from './script-host.ts';

/** Whether a node type can be executed here. Field names are those of the API. */
export interface Availability {
  readonly available: boolean;
  readonly unavailable_reason: string | null;
  /** What confines its scripts; null: it has none, or the pods of a cluster execute them. */
  readonly script_isolation: { readonly level: IsolationLevel; readonly note: string } | null;
}

/** What a host offers scripts. */
export interface ScriptSupport {
  /** The runtimes that cannot execute scripts here, with the reason. */
  readonly unavailable: ReadonlyMap<ScriptRuntime, string>;
  readonly isolation: Availability['script_isolation'];
}

/** Finds what a host offers scripts. */
export async function scriptSupport(host: ScriptHost): Promise<ScriptSupport> {
  return {
    unavailable: await unavailableRuntimes(host),
    isolation: host.kind === 'cluster' ? null : await isolationHere(),
  };
}

async function isolationHere(): Promise<Availability['script_isolation']> {
  const isolation = await permittedIsolation();
  return { level: isolation.level, note: describeIsolation(isolation) };
}

/** Finds the runtimes that cannot execute scripts of any engine. */
async function unavailableRuntimes(host: ScriptHost): Promise<ScriptSupport['unavailable']> {
  if (host.kind === 'cluster') {
    return new Map(host.hasPython ? [] : [['python', NO_PYTHON_IN_CLUSTER]]);
  }
  const weak = await isolationProblem(host.settings.minIsolation);
  if (weak !== null) return new Map(SCRIPT_RUNTIMES.map((runtime) => [runtime, weak]));
  let reason = '';
  for (const engine of ENGINES) {
    const found = await findPython(host.settings, engine);
    if ('executable' in found) return new Map();
    reason = found.missing;
  }
  return new Map([['python', reason]]);
}

/** Whether a node type can be executed, as far as its scripts are concerned. */
export function availability(
  { scripts }: AnyNode,
  { unavailable, isolation }: ScriptSupport,
): Availability {
  const runtimes = Object.values(scripts);
  const reason = runtimes.map((runtime) => unavailable.get(runtime)).find((it) => it !== undefined);
  return {
    available: reason === undefined,
    unavailable_reason: reason ?? null,
    script_isolation: runtimes.length === 0 ? null : isolation,
  };
}
