import type { Kubernetes } from './kubernetes.ts';

// Runs inside the pod. Its own limits are those of the container, as the kubelet starts programs in it.
const SCRIPT = `
const { readdirSync, readFileSync } = require('node:fs');
const read = (id, name) => readFileSync('/proc/' + id + '/' + name, 'utf8');
const limitsOf = (id) => {
  try {
    const [, soft, hard] = /^Max core file size +(\\S+) +(\\S+)/m.exec(read(id, 'limits'));
    return [{ command: read(id, 'cmdline').replaceAll('\\0', ' '), limits: [soft, hard] }];
  } catch {
    // It ended meanwhile.
    return [];
  }
};
const ids = readdirSync('/proc').filter((id) => /^\\d+$/.test(id) && Number(id) !== process.pid);
console.log(JSON.stringify(ids.flatMap(limitsOf)));
`;

interface CoreLimits {
  readonly command: string;
  /** Soft and hard. */
  readonly limits: readonly string[];
}

/** The limits of core dumps of all processes of a pod but the one that reads them. */
export async function coreLimitsIn(
  kubernetes: Kubernetes,
  pod: string,
): Promise<readonly CoreLimits[]> {
  const answer = await kubernetes.kubectl('exec', pod, '--', 'node', '-e', SCRIPT);
  return JSON.parse(answer) as CoreLimits[];
}
