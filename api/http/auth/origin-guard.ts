import type { RequestHandler } from 'express';
import { ApiError } from '../errors.ts';

const UNSAFE_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

export interface OriginGuardOptions {
  /** Allowed origins, exactly as browsers send them. */
  readonly corsOrigins: readonly string[];
  /** Allowed hostnames, on any port. */
  readonly trustedHosts: readonly string[];
}

/**
 * Protects a server without an API token from cross-site requests. It rejects unsafe `/api` requests with
 * 403 unless their `Origin` is listed, local or trusted.
 */
export function originGuard(options: OriginGuardOptions): RequestHandler {
  const origins = new Set(options.corsOrigins);
  const hosts = new Set([
    ...LOCAL_HOSTS,
    ...options.trustedHosts.map((host) => host.toLowerCase()),
  ]);
  return (request, _response, next) => {
    const origin = request.get('origin');
    const isGuarded = UNSAFE_METHODS.has(request.method) && request.path.startsWith('/api/');
    if (isGuarded && origin !== undefined && !origins.has(origin) && !isTrusted(origin, hosts)) {
      throw new ApiError(403, 'Requests from this origin are not accepted');
    }
    next();
  };
}

function isTrusted(origin: string, hosts: ReadonlySet<string>): boolean {
  const url = URL.canParse(origin) ? new URL(origin) : null;
  return (
    url !== null &&
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    hosts.has(url.hostname)
  );
}
