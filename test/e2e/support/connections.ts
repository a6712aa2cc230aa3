import type { KubeObject } from '../../../kubernetes/client/kube-object.ts';
import { sh, tryShell } from '../../cluster/shell.ts';
import { processOf } from './container-process.ts';

type Component = Parameters<typeof processOf>[0];

/** Drops what comes on the connections that a pod has to the API server, and tells nobody. New ones work. */
export function cutConnections(component: Component, pod: KubeObject): void {
  const ports = inNetworkOf(component, pod, 'ss', '-Htn', 'state', 'established')
    .split('\n')
    .flatMap((line) => portOf(line) ?? []);
  if (ports.length === 0) throw new Error(`${pod.metadata.name} has no connection to cut`);
  for (const port of ports) {
    const rule = ['-p', 'tcp', '--dport', port, '-j', 'DROP'];
    inNetworkOf(component, pod, 'iptables', '-A', 'INPUT', ...rule);
  }
}

/** The numbers of those ports may be used again. */
export function mendConnections(component: Component, pod: KubeObject): void {
  tryShell('nsenter', ...networkOf(component, pod), 'iptables', '-F', 'INPUT');
}

function inNetworkOf(component: Component, pod: KubeObject, ...command: string[]): string {
  return sh('nsenter', ...networkOf(component, pod), ...command);
}

function networkOf(component: Component, pod: KubeObject): readonly string[] {
  return ['--target', String(processOf(component, pod)), '--net'];
}

/** Of our end: `0 0 10.78.0.9:41234 10.96.0.1:443`. */
function portOf(line: string): string | undefined {
  return /:(\d+)\s+\S+:443\s*$/.exec(line)?.[1];
}
