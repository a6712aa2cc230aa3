import type { ConnectionFields } from '../../domain/connection.ts';
import { UserError } from '../../domain/errors.ts';
import { trimEndCharacters } from '../../domain/trim-end-characters.ts';

/** Where in a bucket the service keeps its own objects. */
export interface OwnBucket {
  readonly server: string;
  readonly bucket: string;
  /** With a slash at the end; empty: the whole bucket. */
  readonly prefix: string;
}

/** The clouds, each of which has one bucket of a name. */
const CLOUDS: readonly (readonly [hosts: RegExp, cloud: string])[] = [
  [/(?:^|\.)amazonaws\.com(?:\.cn)?$/, 'aws'],
  [/(?:^|\.)googleapis\.com$/, 'google'],
];

/** The clouds of connections that name no server, by provider. Others have no buckets of these clouds. */
const DEFAULTS: Readonly<Record<string, string | undefined>> = { s3: 'aws', gcs: 'google' };

/**
 * Where the service keeps its own objects. Null: not in a bucket, or connections may use it.
 * @param env of the service or a runner
 */
export function ownBucketOf(env: Readonly<Record<string, string | undefined>>): OwnBucket | null {
  const { SERVICE_OBJECT_STORE: location = '', SERVICE_S3_ENDPOINT: endpoint = '' } = env;
  if (!location.startsWith('s3://') || env.SERVICE_CONNECTOR_OWN_BUCKET === 'true') return null;
  const [bucket = '', ...rest] = location.slice('s3://'.length).split('/');
  const prefix = trimEndCharacters(rest.join('/'), '/');
  const server = endpoint === '' ? 'aws' : serverOf(URL.parse(endpoint));
  return { server, bucket, prefix: prefix === '' ? '' : `${prefix}/` };
}

/**
 * The beginning of the paths of a connection at which the service keeps its own objects.
 * @returns null: there is none; empty: all paths
 */
export function ownPrefixIn(
  { provider, host, port, database }: ConnectionFields,
  own: OwnBucket | null,
): string | null {
  const cloud = DEFAULTS[provider];
  if (own === null || cloud === undefined) return null;
  const url = endpointUrl(host, port);
  if (url !== null && isEndpointOf(url, own)) return '';
  const server = url === null ? cloud : serverOf(url);
  return server === own.server && database === own.bucket ? own.prefix : null;
}

function endpointUrl(host: string | null, port: number | null): URL | null {
  const url = URL.parse(host ?? '');
  if (url !== null && port !== null) url.port = String(port);
  return url;
}

/** Whether the URL of an endpoint names the bucket of the service: before the host of its server, or in its path. */
function isEndpointOf(url: URL, { server, bucket }: OwnBucket): boolean {
  if (serverOf(url) === server && segmentsOf(url).includes(bucket)) return true;
  if (!url.hostname.startsWith(`${bucket}.`)) return false;
  const outer = new URL(url);
  outer.hostname = url.hostname.slice(bucket.length + 1);
  return serverOf(outer) === server;
}

/** Refuses a connection all of whose paths are of the service. @throws UserError */
export function checkOwnBucket(fields: ConnectionFields, own: OwnBucket | null): void {
  if (ownPrefixIn(fields, own) === '') throw ownBucketRefused('bucket');
}

/** The refusal of what the service keeps for itself. */
export function ownBucketRefused(what: 'bucket' | 'object'): UserError {
  return new UserError(
    `this ${what} is where Millrace keeps its own data, which connections may not use. Choose another bucket, or set SERVICE_CONNECTOR_OWN_BUCKET=true for the service`,
  );
}

/** A cloud, or a host and its port, so that spellings of one address are equal. */
function serverOf(url: URL | null): string {
  if (url === null) return '';
  const hostname = trimEndCharacters(url.hostname, '.');
  const cloud = CLOUDS.find(([hosts]) => hosts.test(hostname))?.[1];
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return cloud ?? `${hostname}:${port}`;
}

function segmentsOf({ pathname }: URL): readonly string[] {
  return pathname.split('/').map((segment) => {
    try {
      return decodeURIComponent(segment);
    } catch {
      return segment;
    }
  });
}
