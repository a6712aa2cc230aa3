import type { KubeObject } from '../../../kubernetes/client/kube-object.ts';
import { ADDRESSES } from '../../cluster/addresses.ts';
import { sh, tryShell } from '../../cluster/shell.ts';
import { processOf, type Program } from './container-process.ts';

const TO_API_SERVER = ['-p', 'tcp', '-d', ADDRESSES.kubernetesService, '--dport', '443'];

/**
 * Drops what arrives on the connections of a pod to the API server: neither end learns of it. New
 * connections work.
 */
export function silenceConnections(program: Program, pod: KubeObject): void {
  const ports = inNetworkOf(program, pod, 'ss', '-Htn', 'state', 'established')
    .split('\n')
    .flatMap((line) => localPort(line) ?? []);
  if (ports.length === 0) throw new Error(`${pod.metadata.name} has no connection to silence`);
  for (const port of ports) {
    const rule = ['-p', 'tcp', '--dport', port, '-j', 'DROP'];
    inNetworkOf(program, pod, 'iptables', '-A', 'INPUT', ...rule);
  }
}

/** Refuses connections of a pod to the API server. */
export function refuseConnections(program: Program, pod: KubeObject): void {
  const refuse = ['-j', 'REJECT', '--reject-with', 'tcp-reset'];
  inNetworkOf(program, pod, 'iptables', '-A', 'OUTPUT', ...TO_API_SERVER, ...refuse);
}

/** Removes the rules of `silenceConnections` and `refuseConnections`. */
export function restoreConnections(program: Program, pod: KubeObject): void {
  for (const chain of ['INPUT', 'OUTPUT']) {
    tryShell('nsenter', ...networkOf(program, pod), 'iptables', '-F', chain);
  }
}

function inNetworkOf(program: Program, pod: KubeObject, ...command: string[]): string {
  return sh('nsenter', ...networkOf(program, pod), ...command);
}

function networkOf(program: Program, pod: KubeObject): readonly string[] {
  return ['--target', String(processOf(program, pod)), '--net'];
}

/** The first port of `0 0 10.78.0.9:41234 10.96.0.1:443`. */
function localPort(line: string): string | undefined {
  return /:(\d+)\s+\S+:443\s*$/.exec(line)?.[1];
}
