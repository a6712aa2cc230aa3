import type { LookupFunction } from 'node:net';
import type { Connection, ConnectionFields } from '../../domain/connection.ts';
import { UserError } from '../../domain/errors.ts';
import { trustedAuthorities, type TrustedAuthorities } from '../ca-certificate.ts';
import { hostRulesOf, refusedAddresses } from '../host-rules.ts';
import { checkedLookup, refuseKnownHost } from '../http/public-hosts.ts';
import { checkNoEndpointOption } from './endpoint-names.ts';

/** The server of a connection that names one, and whose certificates it trusts. */
export interface Endpoint extends TrustedAuthorities {
  /** Without a slash at the end. */
  readonly url: string;
  /** Refuses the addresses that connections may not reach. */
  readonly lookup: LookupFunction;
}

/**
 * The server that a connection names; null: that of the cloud. Addresses where machines find their credentials
 * are refused, and with `SERVICE_CONNECTOR_BLOCK_PRIVATE_HOSTS` those of private networks.
 * @throws UserError for text that is no URL, PrivateHostError for an address that may not be reached
 */
export function endpointOf(connection: Connection): Endpoint | null {
  const { host, port } = connection;
  if (host === null) return null;
  const url = parsed(host, 'The field "host"');
  if (port !== null) url.port = String(port);
  return { ...guarded(url), ...authoritiesOf(connection) };
}

/**
 * Rejects a server that is no URL, authorities that it cannot have, and a server in the options without one in `host`,
 * which would be that of the cloud. `checkKnownHost` checks where it leads.
 * @throws UserError
 */
export function checkEndpoint(fields: ConnectionFields): void {
  const { host } = fields;
  if (host === null || host === '') checkNoEndpointOption(fields);
  else parsed(host, 'The field "host"');
  authoritiesOf(fields);
}

function authoritiesOf(fields: ConnectionFields): TrustedAuthorities {
  return trustedAuthorities(fields, {
    isChecked: URL.parse(fields.host ?? '')?.protocol === 'https:',
    remedy: 'Let "host" be an endpoint that begins with https://.',
  });
}

/**
 * A server that is named elsewhere than in the field `host`; the same addresses are refused.
 * @param place what has the text, as the subject of a sentence
 * @throws UserError for text that is no URL, PrivateHostError for an address that may not be reached
 */
export function endpointAt(text: string, place: string): Endpoint {
  return guarded(parsed(text, place));
}

function guarded(url: URL): Endpoint {
  const isRefused = refusedAddresses(hostRulesOf(process.env));
  refuseKnownHost(url, isRefused);
  return { url: url.href.replace(/\/$/, ''), lookup: checkedLookup(isRefused) };
}

function parsed(text: string, place: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new UserError(`${place} must be a URL that begins with http:// or https://.`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new UserError(
      `${place} must have no user, password, query or fragment. Use username and password_env.`,
    );
  }
  return url;
}
