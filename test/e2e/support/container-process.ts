import { readdirSync, readFileSync } from 'node:fs';
import type { KubeObject } from '../../../kubernetes/client/kube-object.ts';

/** What each image starts with. */
const PROGRAMS = {
  api: 'cli/millrace.mjs',
  operator: 'operator/main.ts',
  postgres: 'postgres',
  runner: 'runner/main.ts',
} as const;
export type Program = keyof typeof PROGRAMS;

/**
 * The first process of a pod, as this machine numbers it: the node is on this machine.
 * @throws Error when it does not run
 */
export function processOf(component: Program, pod: KubeObject): number {
  const program = PROGRAMS[component];
  const own = readdirSync('/proc').find(
    (entry) => /^\d+$/.test(entry) && runs(entry, program, pod),
  );
  if (own === undefined)
    throw new Error(`No ${component} of the pod ${pod.metadata.name} runs here`);
  return Number(own);
}

function runs(process: string, program: string, { metadata }: KubeObject): boolean {
  try {
    return (
      readFileSync(`/proc/${process}/cgroup`, 'utf8').includes(metadata.uid) &&
      readFileSync(`/proc/${process}/cmdline`, 'utf8').split('\0').includes(program)
    );
  } catch {
    // It ended while the list was read.
    return false;
  }
}
