import { bufferFromFileOrString, type Cluster, type KubeConfig } from '@kubernetes/client-node';
import { Agent, buildConnector, ProxyAgent, Socks5ProxyAgent, type Dispatcher } from 'undici';

const CONNECTIONS = 32;
/** Idle time before TCP keep-alive probes; the system closes the connection about ten seconds later. */
const KEEP_ALIVE_PROBE_MS = 15_000;
/** Below the 90 seconds after which API servers close idle connections. */
const IDLE_TIMEOUT_MS = 80_000;
const SOCKS5 = 'socks5:';
/** The protocols that client-go supports. */
const PROXY_PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', SOCKS5]);

const POOL = {
  connections: CONNECTIONS,
  // All requests would share one HTTP/2 connection and hang with it: a timed-out request does not close it.
  allowH2: false,
  keepAliveTimeout: IDLE_TIMEOUT_MS,
  // A watch may be idle for minutes; its reader has its own timeout.
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

/** Opens a connection pool with the proxy, certificates and server name of the kubeconfig. */
export async function connectTo(config: KubeConfig, cluster: Cluster): Promise<Dispatcher> {
  const { proxyUrl } = cluster;
  const tls = {
    ...(await tlsOptionsOf(config, cluster)),
    keepAliveInitialDelay: KEEP_ALIVE_PROBE_MS,
  };
  if (proxyUrl === undefined) return new Agent({ ...POOL, connect: tls });
  if (protocolOf(proxyUrl) === SOCKS5) return connectBySocks(proxyUrl, tls);
  return new ProxyAgent({
    ...POOL,
    uri: proxyUrl,
    requestTls: { ...tls, allowH2: false },
    proxyTls: { keepAliveInitialDelay: KEEP_ALIVE_PROBE_MS },
  });
}

/** The SOCKS agent takes pool options from each request, and has no idle timeout. */
function connectBySocks(proxyUrl: string, requestTls: TlsOptions): Dispatcher {
  const connect = buildConnector({ keepAliveInitialDelay: KEEP_ALIVE_PROBE_MS });
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
  // Without a user in the context the library omits the options of the cluster.
  const given = Object.entries({ ...trustOf(cluster), cert, key });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** TLS options that verify the server, independent of the user. */
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
