import type { Kubernetes } from './kubernetes.ts';

/** The pod that opens connections. */
export interface Prober {
  readonly namespace: string;
  readonly pod: string;
}

/** `HOST:PORT` of each target, by name. */
export type Targets = Readonly<Record<string, string>>;

/** A policy drops packets without an answer. */
const SILENT_AFTER_MS = 2000;

// Runs inside the pods.
const SCRIPT = `
const reached = ([name, target]) => new Promise((resolve) => {
  const [host, port] = target.split(':');
  const socket = require('node:net').connect({ host, port, timeout: ${SILENT_AFTER_MS} });
  const report = (open) => () => { socket.destroy(); resolve(open ? [name] : []); };
  socket.on('connect', report(true)).on('timeout', report(false)).on('error', report(false));
});
Promise.all(Object.entries(JSON.parse(process.argv[1])).map(reached))
  .then((open) => console.log(JSON.stringify(open.flat())));
`;

/** Connects to targets from inside a pod that has Node. @returns the names of the reachable targets, in order */
export async function reachedFrom(
  kubernetes: Kubernetes,
  { namespace, pod }: Prober,
  targets: Targets,
): Promise<readonly string[]> {
  const command = ['node', '-e', SCRIPT, JSON.stringify(targets)];
  const answer = await kubernetes.kubectl('exec', pod, '-n', namespace, '--', ...command);
  return JSON.parse(answer) as string[];
}

const IDLE = 'setInterval(() => {}, 1e6); process.on("SIGTERM", () => process.exit())';

/** Starts a pod that executes a program of Node, and waits until it is ready. @param program default: one that does nothing */
export async function startPod(
  kubernetes: Kubernetes,
  { namespace, pod }: Prober,
  image: string,
  program: readonly [script: string, ...args: string[]] = [IDLE],
): Promise<void> {
  const what = [`--image=${image}`, '--restart=Never', '-n', namespace];
  await kubernetes.kubectl('run', pod, ...what, '--command', '--', 'node', '-e', ...program);
  await kubernetes.kubectl('wait', `pod/${pod}`, '-n', namespace, '--for=condition=Ready');
}
