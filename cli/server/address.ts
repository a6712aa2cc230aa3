import { Option } from 'commander';
import { UsageError } from '../paths.ts';

/** The address of a server and its credentials. */
export interface ServerAddress {
  /** URL without a trailing slash; may have a path. */
  readonly url: string;
  /** Null for a server without a token. */
  readonly token: string | null;
}

export interface ServerOptions {
  readonly server: string;
}

const DEFAULT_URL = 'http://127.0.0.1:8055';

/** `--server URL`, or the variable SERVICE_URL. */
export function serverOption(): Option {
  return new Option('--server <url>', 'the service to talk to; its token: SERVICE_API_TOKEN')
    .env('SERVICE_URL')
    .default(DEFAULT_URL);
}

/**
 * @param env source of SERVICE_API_TOKEN; other users of the machine could read a token in an argument
 * @throws UsageError when the URL or the token is invalid; the message contains neither password nor token
 */
export function serverAddress(
  { server }: ServerOptions,
  env: Readonly<Record<string, string | undefined>> = process.env,
): ServerAddress {
  const url = URL.canParse(server) ? new URL(server) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new UsageError(
      `--server: give the URL of a service with http:// or https://, e.g. ${DEFAULT_URL}.`,
    );
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new UsageError(
      '--server: the URL must have no user, password, query or fragment. A token goes into SERVICE_API_TOKEN.',
    );
  }
  return { url: url.href.replace(/\/$/, ''), token: tokenOf(env.SERVICE_API_TOKEN ?? '') };
}

function tokenOf(token: string): string | null {
  if (/[^\x20-\x7e]/.test(token)) {
    throw new UsageError(
      'SERVICE_API_TOKEN has a character that no header can carry, such as a line break. Set it again without.',
    );
  }
  return token === '' ? null : token;
}
