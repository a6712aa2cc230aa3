import { bufferFromFileOrString, type Cluster, type KubeConfig } from '@kubernetes/client-node';
import { Agent, buildConnector, ProxyAgent, Socks5ProxyAgent, type Dispatcher } from 'undici';

const CONNECTIONS = 32;
/** A connection silent for so long is probed, and given up ten seconds later when nothing comes back. */
const PROBE_AFTER_MS = 15_000;
/** A new connection costs both sides more than the request. API servers end idle ones after 90 seconds. */
const KEPT_IDLE_MS = 80_000;
const SOCKS5 = 'socks5:';
/** Those that client-go knows. */
const PROXY_PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', SOCKS5]);

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
 * @throws Error when there is none, when its `proxy-url` cannot be used, or when the context names a user
 *   that is not there; one that names none is anonymous
 */
export function currentCluster(config: KubeConfig): Cluster {
  const cluster = config.getCurrentCluster();
  if (cluster === null) throw new Error('The kubeconfig names no current cluster');
  const user = config.getContextObject(config.getCurrentContext())?.user ?? '';
  if (user !== '' && config.getUser(user) === null) {
    throw new Error(
      `The current context of the kubeconfig names the user ${user}, who is not in it.`,
    );
  }
  const { name, proxyUrl } = cluster;
  // The URL may hold a password.
  if (proxyUrl !== undefined && !PROXY_PROTOCOLS.has(protocolOf(proxyUrl))) {
    throw new Error(
      `The proxy-url of the cluster ${name} in the kubeconfig cannot be used: give the URL of a proxy that begins with http://, https:// or socks5://.`,
    );
  }
  return cluster;
}

/** A pool of connections to a cluster, as its kubeconfig asks for: its proxy, its certificates and their name. */
export async function connectTo(config: KubeConfig, cluster: Cluster): Promise<Dispatcher> {
  const { proxyUrl } = cluster;
  const tls = { ...(await tlsOptionsOf(config, cluster)), keepAliveInitialDelay: PROBE_AFTER_MS };
  if (proxyUrl === undefined) return new Agent({ ...POOL, connect: tls });
  if (protocolOf(proxyUrl) === SOCKS5) return connectBySocks(proxyUrl, tls);
  return new ProxyAgent({
    ...POOL,
    uri: proxyUrl,
    requestTls: { ...tls, allowH2: false },
    proxyTls: { keepAliveInitialDelay: PROBE_AFTER_MS },
  });
}

/** Its agent takes the options of its pool from the request, and none of how long a connection stays idle. */
function connectBySocks(proxyUrl: string, requestTls: TlsOptions): Dispatcher {
  const connect = buildConnector({ keepAliveInitialDelay: PROBE_AFTER_MS });
  const { connections, bodyTimeout } = POOL;
  return new Socks5ProxyAgent(proxyUrl, { connect, requestTls }).compose(
    (dispatch) => (options, handler) => {
      const bounded = { ...options, connections, bodyTimeout };
      return dispatch(bounded, handler);
    },
  );
}

async function tlsOptionsOf(config: KubeConfig, cluster: Cluster): Promise<TlsOptions> {
  const options: TlsOptions = {};
  await config.applyToHTTPSOptions(options);
  const { cert, key } = options;
  // The library leaves out what is the cluster's where the context names no user.
  const given = Object.entries({ ...trustOf(cluster), cert, key });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** How the certificate of a cluster is checked, whoever asks. */
function trustOf({ caFile, caData, skipTLSVerify, tlsServerName }: Cluster): TlsOptions {
  const ca = bufferFromFileOrString(caFile, caData);
  return {
    ...(ca === null ? {} : { ca }),
    ...(skipTLSVerify ? { rejectUnauthorized: false } : {}),
    ...(tlsServerName === undefined ? {} : { servername: tlsServerName }),
  };
}

function protocolOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : '';
}
