import type { RequestHandler } from 'express';
import { ApiError } from '../errors.ts';

const CHANGING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const LOCAL: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

export interface OriginGuardOptions {
  /** Origins that may change things, exactly as browsers send them. */
  readonly corsOrigins: readonly string[];
  /** Hostnames that may change things from any port. */
  readonly trustedHosts: readonly string[];
}

/**
 * Without an API token a web page anywhere could make a visitor's browser change things here:
 * refuses changing `/api` requests whose `Origin` is neither listed, nor local, nor trusted.
 */
export function originGuard(options: OriginGuardOptions): RequestHandler {
  const origins = new Set(options.corsOrigins);
  const hosts = new Set([...LOCAL, ...options.trustedHosts.map((host) => host.toLowerCase())]);
  return (request, _response, next) => {
    const origin = request.get('origin');
    const isGuarded = CHANGING.has(request.method) && request.path.startsWith('/api/');
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
