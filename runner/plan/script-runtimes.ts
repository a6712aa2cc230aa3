import type { ScriptRuntime } from './operators/opaque.ts';
import { isDiscovered, inputsOf, type NodeOutput } from './relation.ts';

const NONE: ReadonlySet<ScriptRuntime> = new Set();
const KNOWN = new WeakMap<NodeOutput, ReadonlySet<ScriptRuntime>>();

/** The programs that execute the scripts of an output and of all that it is computed from. */
export function scriptRuntimes(output: NodeOutput): ReadonlySet<ScriptRuntime> {
  const known = KNOWN.get(output);
  if (known !== undefined) return known;
  const inputs = isDiscovered(output) ? [] : inputsOf(output);
  const own = output.op === 'opaque' ? [output.runtime] : [];
  const found = new Set([...own, ...inputs.flatMap((input) => [...scriptRuntimes(input)])]);
  const runtimes = found.size === 0 ? NONE : found;
  KNOWN.set(output, runtimes);
  return runtimes;
}
