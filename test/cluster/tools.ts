import { goTool, type GoTool } from '../support/go-tool.ts';

const KUBERNETES_VERSION = 'v1.35.4';
// Without these flags the parts report no version: Helm refuses it and kubectl warns.
const KUBERNETES_FLAGS = [
  ['gitVersion', KUBERNETES_VERSION],
  ['gitMajor', '1'],
  ['gitMinor', '35'],
  ['gitTreeState', 'clean'],
  ['buildDate', '2026-01-01T00:00:00Z'],
]
  .map(([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`)
  .join(' ');

const TOOLS = {
  etcd: { module: 'etcd', package: 'go.etcd.io/etcd/server/v3', binary: 'etcd' },
  apiServer: kubernetes('kube-apiserver'),
  controllerManager: kubernetes('kube-controller-manager'),
  scheduler: kubernetes('kube-scheduler'),
  kubelet: kubernetes('kubelet'),
  proxy: kubernetes('kube-proxy'),
  kubectl: { ...kubernetes('kubectl'), module: 'kubectl' },
  helm: { module: 'helm', package: 'helm.sh/helm/v4/cmd/helm', binary: 'helm' },
  dns: { module: 'coredns', package: 'github.com/coredns/coredns', binary: 'coredns' },
} as const satisfies Record<string, GoTool>;

/** Paths of the programs of a cluster. */
export type ClusterTools = Readonly<Record<keyof typeof TOOLS, string>>;

/**
 * Builds the programs that are not in the cache, one at a time: each build uses every core.
 * @param onTool receives the name of each program before it is built or found
 * @returns null when Go is missing and a program is not in the cache
 */
export async function clusterTools(onTool?: (name: string) => void): Promise<ClusterTools | null> {
  return await toolsNamed(Object.keys(TOOLS) as (keyof ClusterTools)[], onTool);
}

/** Builds some of the programs, as `clusterTools` does. */
export async function toolsNamed<Name extends keyof ClusterTools>(
  names: readonly Name[],
  onTool: (name: string) => void = () => undefined,
): Promise<Pick<ClusterTools, Name> | null> {
  const paths: Partial<Record<Name, string>> = {};
  for (const name of names) {
    onTool(TOOLS[name].binary);
    const built = await goTool(TOOLS[name]);
    if (built === null) return null;
    paths[name] = built;
  }
  return paths as Pick<ClusterTools, Name>;
}

function kubernetes(binary: string): GoTool {
  return {
    module: 'kubernetes',
    package: `k8s.io/kubernetes/cmd/${binary}`,
    binary,
    linkerFlags: KUBERNETES_FLAGS,
  };
}
