import { readdirSync, readFileSync } from 'node:fs';
import type { KubeObject } from '../../../kubernetes/client/kube-object.ts';

/** An argument of the first process of each image. */
const PROGRAMS = {
  api: 'cli/millrace.mjs',
  operator: 'dist/operator-main.mjs',
  postgres: 'postgres',
  runner: 'dist/runner-main.mjs',
} as const;
export type Program = keyof typeof PROGRAMS;

/**
 * The id, on this machine, of the first process of a pod: the node is this machine.
 * @throws Error when the process does not run
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
    // The process ended meanwhile.
    return false;
  }
}
