import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder } from '../support/cache-folder.ts';
import { goTool, type GoTool } from '../support/go-tool.ts';
import { ADDRESSES, NODE_NAME } from './addresses.ts';
import { startDaemon, stopDaemon, until } from './daemon.ts';
import { NAMESPACE } from './network.ts';
import { adminPki } from './pki.ts';
import { sh, tryShell } from './shell.ts';
import { forgetPart, holdPart } from './parts.ts';
import { readState } from './state.ts';

const ENFORCER: GoTool = {
  module: 'kube-network-policies',
  package: 'sigs.k8s.io/kube-network-policies/cmd',
  binary: 'kube-network-policies',
};
const INSIDE = [`--net=/run/netns/${NAMESPACE}`] as const;
const PART = 'network-policies';
const QUEUE = '100';
const OF_NEW_CONNECTIONS = ['-m', 'conntrack', '--ctstate', 'NEW'];
const TO_QUEUE = [...OF_NEW_CONNECTIONS, '-j', 'NFQUEUE', '--queue-num', QUEUE];
/** From pod to pod, and from pods to the node itself, which is where the API server is. */
const RULES = [
  ['FORWARD', ...TO_QUEUE],
  ['INPUT', '-i', 'cni0', ...TO_QUEUE],
] as const;
/** Its token may read everything: the enforcer needs no account of its own. */
const ACCOUNT = ['--namespace', 'kube-system', 'generic-garbage-collector'];
const SECRETS = 'secrets/kubernetes.io/serviceaccount';
/** Programs expect a pod's token under /run, which is this machine's outside of a container. */
const WITH_OWN_RUN = 'mount --bind "$1" /run && shift && exec "$@"';

/** @returns why network policies cannot be enforced on this machine; null when they can */
export async function lackForNetworkPolicies(): Promise<string | null> {
  if ((await goTool(ENFORCER)) === null) {
    return 'the enforcer of network policies is built by Go: install Go 1.26 or newer';
  }
  try {
    sh('unshare', '--net', 'iptables', '-A', ...RULES[0]);
    return null;
  } catch {
    return 'network policies need a kernel with NFQUEUE (CONFIG_NETFILTER_XT_TARGET_NFQUEUE)';
  }
}

/**
 * Starts a part that enforces network policies on the node of the running cluster.
 * @returns stops it
 */
export async function enforceNetworkPolicies(kubectl: string): Promise<() => Promise<void>> {
  const enforcer = await goTool(ENFORCER);
  const state = readState(cacheFolder());
  if (enforcer === null || state === null)
    throw new Error('Enforcing network policies needs a running cluster and Go');
  const run = runFolder(state.folder, kubectl, state.kubeconfig);
  // It must not be restarted without its rules.
  holdPart(state.folder, PART);
  const daemon = startDaemon(state.folder, PART, [
    'env',
    `KUBERNETES_SERVICE_HOST=${ADDRESSES.node}`,
    'KUBERNETES_SERVICE_PORT=6443',
    ...['unshare', '--mount', 'sh', '-c', WITH_OWN_RUN, 'sh', run],
    enforcer,
    `--hostname-override=${NODE_NAME}`,
    `--nfqueue-id=${QUEUE}`,
    '--metrics-bind-address=127.0.0.1:9080',
    '--netfilter-bug-1766-fix=false',
  ]);
  const stop = async (): Promise<void> => {
    for (const rule of RULES) tryShell('nsenter', ...INSIDE, 'iptables', '-D', ...rule);
    await stopDaemon(daemon);
    forgetPart(state.folder, PART);
    rmSync(run, { recursive: true });
  };
  try {
    // Packets for a queue without a reader are dropped.
    await until('the enforcer of network policies to read its queue', queueIsRead, { daemon });
    for (const rule of RULES) sh('nsenter', ...INSIDE, 'iptables', '-I', ...rule);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

function queueIsRead(): boolean {
  const queues = sh('nsenter', ...INSIDE, 'cat', '/proc/net/netfilter/nfnetlink_queue');
  return queues.split('\n').some((line) => line.trim().startsWith(`${QUEUE} `));
}

/** Creates the folder that a pod has as /run, with the token and certificate for the API server. */
function runFolder(folder: string, kubectl: string, kubeconfig: string): string {
  const run = path.join(folder, 'network-policies-run');
  const secrets = path.join(run, SECRETS);
  mkdirSync(secrets, { recursive: true });
  const token = sh(kubectl, '--kubeconfig', kubeconfig, 'create', 'token', ...ACCOUNT);
  writeFileSync(path.join(secrets, 'token'), token.trim(), { mode: 0o600 });
  writeFileSync(path.join(secrets, 'ca.crt'), readFileSync(adminPki(folder).ca.certificate));
  return run;
}
