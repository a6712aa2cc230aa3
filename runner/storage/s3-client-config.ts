import type { S3ClientConfig } from '@aws-sdk/client-s3';
import type { LookupFunction } from 'node:net';

/** How to reach an S3 server. Absent options come from the SDK's defaults (environment, profile, role). */
export interface S3Options {
  /** URL of the server. Absent: AWS. */
  readonly endpoint?: string;
  /** Default `us-east-1`. */
  readonly region?: string;
  readonly accessKeyId?: string;
  readonly secretAccessKey?: string;
  /** `http://host/bucket/key` instead of `http://bucket.host/key`. Default: true with an endpoint. */
  readonly forcePathStyle?: boolean;
  /** The maximum number of attempts of a request that times out or gets a retryable error. Default: 3. */
  readonly maxAttempts?: number;
  /** Timeout of connecting, in milliseconds. Default: 10,000. */
  readonly connectTimeoutMs?: number;
  /** Maximum inactivity of a connection during a request, in milliseconds. Default: 120,000. */
  readonly idleTimeoutMs?: number;
  /** How sockets look up hosts. Default: as Node does. */
  readonly lookup?: LookupFunction;
  /** The certificates, in PEM, of the only authorities that may sign that of the server. Default: those of Node. */
  readonly ca?: string;
  /** Waits for the backoff of a conflicting put; injected for tests. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

/** A healthy server accepts within a round trip; this allows three lost packets (1 + 2 + 4 s). */
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * The maximum inactivity, not the duration of a request: bodies can have many GB. Some servers send
 * nothing while they copy an object or assemble its parts, up to 5 GiB at the speed of a slow disk
 * (45 MB/s), and a retry after a shorter timeout would fail again.
 */
const IDLE_TIMEOUT_MS = 120_000;

/**
 * Waiting for a free socket counts as connecting, and each body occupies a socket while it is read.
 * The limit exceeds the number of concurrent readers. (The SDK opens further sockets for large puts.)
 */
const MAX_SOCKETS = 256;

/** The configuration of the SDK's client. It retries after timeouts. */
export function s3ClientConfig(options: S3Options): S3ClientConfig {
  const { endpoint, accessKeyId, secretAccessKey, maxAttempts } = options;
  return {
    region: options.region ?? 'us-east-1',
    forcePathStyle: options.forcePathStyle ?? endpoint !== undefined,
    // Many servers other than AWS reject the newer checksum trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The SDK has no timeouts by default and would wait forever for a server that drops packets.
    requestHandler: {
      connectionTimeout: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
      socketTimeout: options.idleTimeoutMs ?? IDLE_TIMEOUT_MS,
      ...agentsOf(options),
    },
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(maxAttempts === undefined ? {} : { maxAttempts }),
    ...(accessKeyId === undefined || secretAccessKey === undefined
      ? {}
      : { credentials: { accessKeyId, secretAccessKey } }),
  };
}

/** The options of the agents, which the SDK makes. */
function agentsOf({ lookup, ca }: S3Options): Record<'httpAgent' | 'httpsAgent', object> {
  const agent = { maxSockets: MAX_SOCKETS, ...(lookup === undefined ? {} : { lookup }) };
  return { httpAgent: agent, httpsAgent: { ...agent, ...(ca === undefined ? {} : { ca }) } };
}
