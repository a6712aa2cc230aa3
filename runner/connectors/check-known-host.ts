import type { ConnectionFields, ConnectionKind } from '../domain/connection.ts';
import { UserError } from '../domain/errors.ts';
import {
  isKnownRefused,
  isMetadataAddress,
  isPrivateAddress,
  PRIVATE_HOST_REASON,
} from './http/public-hosts.ts';

/** Those whose host is a URL. Databases are usually private. */
const GUARDED: ReadonlySet<ConnectionKind> = new Set(['storage', 'api']);

/**
 * Refuses a host of which no name server has to say that it may not be reached, when a connection is saved. What a
 * name leads to is checked on each use.
 * @param blocksPrivate whether private addresses are refused, besides those where machines find credentials
 * @throws UserError that names the field
 */
export function checkKnownHost(
  { host }: ConnectionFields,
  kind: ConnectionKind,
  blocksPrivate: boolean,
): void {
  const url = GUARDED.has(kind) ? URL.parse(host ?? '') : null;
  if (url === null) return;
  if (isKnownRefused(url, blocksPrivate ? isPrivateAddress : isMetadataAddress)) {
    throw new UserError(`The field "host" is refused: ${PRIVATE_HOST_REASON}.`);
  }
}
