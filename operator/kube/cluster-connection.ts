import type { Cluster, KubeConfig } from '@kubernetes/client-node';
import { Agent, ProxyAgent, type Dispatcher } from 'undici';

const CONNECTIONS = 32;
/** A connection silent for so long is probed, and given up ten seconds later when nothing comes back. */
const PROBE_AFTER_MS = 15_000;
/** A new connection costs both sides more than the request. API servers end idle ones after 90 seconds. */
const KEPT_IDLE_MS = 80_000;
const PROXY_PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:']);

const POOL = {
  connections: CONNECTIONS,
  // All would share one connection, and hang with it when it carries nothing any more: a request
  // that is given up ends no connection there.
  allowH2: false,
  keepAliveTimeout: KEPT_IDLE_MS,
  // A watch may be silent for minutes; its reader has a timer of its own.
  bodyTimeout: 0,
} as const;

interface TlsOptions {
  ca?: string | Buffer;
  cert?: string | Buffer;
  key?: string | Buffer;
  rejectUnauthorized?: boolean;
  servername?: string;
}

/**
 * The cluster of the kubeconfig's current context.
 * @throws Error when there is none, or when its `proxy-url` cannot be used
 */
export function currentCluster(config: KubeConfig): Cluster {
  const cluster = config.getCurrentCluster();
  if (cluster === null) throw new Error('The kubeconfig names no current cluster');
  const { name, proxyUrl } = cluster;
  // The URL may hold a password.
  if (proxyUrl !== undefined && !PROXY_PROTOCOLS.has(protocolOf(proxyUrl))) {
    throw new Error(
      `The proxy-url of the cluster ${name} in the kubeconfig cannot be used: give the URL of an HTTP proxy that begins with http:// or https://.`,
    );
  }
  return cluster;
}

/** A pool of connections to a cluster, as its kubeconfig asks for: its proxy, its certificates and their name. */
export async function connectTo(config: KubeConfig, cluster: Cluster): Promise<Dispatcher> {
  const tls = { ...(await tlsOptionsOf(config)), keepAliveInitialDelay: PROBE_AFTER_MS };
  if (cluster.proxyUrl === undefined) return new Agent({ ...POOL, connect: tls });
  return new ProxyAgent({
    ...POOL,
    uri: cluster.proxyUrl,
    requestTls: { ...tls, allowH2: false },
    proxyTls: { keepAliveInitialDelay: PROBE_AFTER_MS },
  });
}

async function tlsOptionsOf(config: KubeConfig): Promise<TlsOptions> {
  const options: TlsOptions = {};
  await config.applyToHTTPSOptions(options);
  const { ca, cert, key, rejectUnauthorized, servername } = options;
  const given = Object.entries({ ca, cert, key, rejectUnauthorized, servername });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

function protocolOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : '';
}
