import type { S3ClientConfig } from '@aws-sdk/client-s3';

/** How to reach an S3 server; what is absent comes from the SDK's own chain (environment, profile, role). */
export interface S3Options {
  /** URL of the server; absent: AWS. */
  readonly endpoint?: string;
  /** Default `us-east-1`. */
  readonly region?: string;
  readonly accessKeyId?: string;
  readonly secretAccessKey?: string;
  /** `http://host/bucket/key` instead of `http://bucket.host/key`. Default: true when there is an endpoint. */
  readonly forcePathStyle?: boolean;
  /** How often a request is made at most while the server does not answer, or answers that it cannot. Default: 3. */
  readonly maxAttempts?: number;
  /** Milliseconds until a connection must be there. Default: 10,000. */
  readonly connectTimeoutMs?: number;
  /** Milliseconds for which a connection may be silent while a request is under way. Default: 120,000. */
  readonly idleTimeoutMs?: number;
  /** Waits before a put is made again; by default in real time. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

/** A server that is up accepts within a round trip; this leaves time for three lost packets (1 + 2 + 4 s). */
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * How long nothing may be sent or received. Not the time of a request: bodies of many GB take what
 * they take. But some servers are silent while they copy an object or put one together from its parts,
 * up to 5 GiB at the speed of a slow disk (45 MB/s), and a request that is given up then fails for good.
 */
const IDLE_TIMEOUT_MS = 120_000;

/**
 * A request that waits for a free connection counts as connecting, and one is held for as long as a
 * body is read: there are more of them than anybody reads at once. (The SDK opens others for large puts.)
 */
const MAX_SOCKETS = 256;

/** What the client of the SDK is made with. A timeout is an error that it makes another attempt after. */
export function clientConfig(options: S3Options): S3ClientConfig {
  const { endpoint, accessKeyId, secretAccessKey, maxAttempts } = options;
  return {
    region: options.region ?? 'us-east-1',
    forcePathStyle: options.forcePathStyle ?? endpoint !== undefined,
    // Servers other than AWS often refuse the newer checksum trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // By default there are none: a server that swallows packets would be waited for for ever.
    requestHandler: {
      connectionTimeout: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
      socketTimeout: options.idleTimeoutMs ?? IDLE_TIMEOUT_MS,
      httpAgent: { maxSockets: MAX_SOCKETS },
      httpsAgent: { maxSockets: MAX_SOCKETS },
    },
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(maxAttempts === undefined ? {} : { maxAttempts }),
    ...(accessKeyId === undefined || secretAccessKey === undefined
      ? {}
      : { credentials: { accessKeyId, secretAccessKey } }),
  };
}
