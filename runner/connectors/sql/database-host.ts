import dns from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { UserError } from '../../domain/errors.ts';
import { hostRulesOf, refusedAddresses, type HostRules } from '../host-rules.ts';
import { checkedLookup, PrivateDatabaseError } from '../http/public-hosts.ts';

/** One name or one address. Drivers would read a list, a URI or the path of a socket as other servers. */
const ONE_HOST = /^[\w.-]+$/;

/**
 * Refuses a host of a database that is known to be a private one without a name server, and one of which nobody can
 * check where it leads.
 * @throws UserError for a host that is not one server, PrivateDatabaseError for an address
 */
export function checkDatabaseHost(host: string, rules: HostRules): void {
  if (!rules.blocksPrivate) return;
  if (isIP(host) === 0 && !isOneName(host)) {
    throw new UserError(
      'The field "host" must be the name or the address of one server while SERVICE_CONNECTOR_BLOCK_PRIVATE_HOSTS is on: no list, no URI and no path of a socket.',
    );
  }
  if (isIP(host) !== 0 && refusedAddresses(rules)(host)) throw new PrivateDatabaseError();
}

function isOneName(host: string): boolean {
  // A driver takes such a name for the path of a socket.
  return ONE_HOST.test(host) && !host.toLowerCase().endsWith('.sock');
}

/**
 * The `lookup` of sockets to a database, which refuses private addresses. The socket connects to what was checked.
 * Undefined: private addresses are allowed.
 * @param env usually `process.env`
 * @throws UserError, or PrivateDatabaseError when the host is an address, which no socket looks up
 */
export function databaseLookup(
  host: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): LookupFunction | undefined {
  const rules = hostRulesOf(env);
  checkDatabaseHost(host, rules);
  return rules.blocksPrivate ? lookupBy(rules) : undefined;
}

/**
 * Looks a host of a database up and refuses private addresses: for drivers that take no `lookup`, whose own may get
 * another answer later. A name that cannot be looked up is left to the driver.
 * @throws UserError, PrivateDatabaseError
 */
export async function checkResolvedHost(host: string, rules: HostRules): Promise<void> {
  checkDatabaseHost(host, rules);
  if (!rules.blocksPrivate) return;
  try {
    await promisify(lookupBy(rules))(host, { all: true });
  } catch (error) {
    if (error instanceof PrivateDatabaseError) throw error;
  }
}

function lookupBy(rules: HostRules): LookupFunction {
  return checkedLookup(refusedAddresses(rules), dns.lookup, () => new PrivateDatabaseError());
}
