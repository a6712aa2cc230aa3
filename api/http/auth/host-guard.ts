import { isIP } from 'node:net';
import os from 'node:os';
import type { RequestHandler } from 'express';
import { ApiError } from '../errors.ts';

/** Probes and Prometheus call these by any name; they show no data of users. */
const OPEN_PATHS: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics']);

export interface HostGuardOptions {
  /** Hostnames of the service, on any port. */
  readonly trustedHosts: readonly string[];
}

/**
 * Protects a server without an API token from pages whose own name resolves to its address (DNS rebinding): a
 * browser then takes the server for the page's, and lets the page read all of it. It rejects requests whose
 * `Host` is a name that is neither local, trusted nor the machine's with 421. An IP address is no name that
 * another server could point at this one, and no browser omits the header.
 * @param machine the name of the machine
 */
export function hostGuard(
  { trustedHosts }: HostGuardOptions,
  machine: string = os.hostname(),
): RequestHandler {
  const names = new Set(
    [machine, `${machine.split('.', 1)[0]}.local`, ...trustedHosts].map(toName),
  );
  return (request, _response, next) => {
    const { host } = request.headers;
    if (host !== undefined && !OPEN_PATHS.has(request.path) && !isOwn(host, names)) {
      throw new ApiError(
        421,
        'The service does not know the host name of this request: name it in SERVICE_TRUSTED_HOSTS, or set SERVICE_API_TOKEN',
      );
    }
    next();
  };
}

function isOwn(host: string, names: ReadonlySet<string>): boolean {
  const url = `http://${host}`;
  if (!URL.canParse(url)) return false;
  const name = toName(new URL(url).hostname);
  const isAddress = isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
  return isAddress || name === 'localhost' || name.endsWith('.localhost') || names.has(name);
}

/** A name as it is compared; a final dot means the same name. */
function toName(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}
