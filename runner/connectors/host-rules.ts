import { BlockList, isIP } from 'node:net';
import { isMetadataAddress, isPrivateAddress, type AddressCheck } from './http/public-hosts.ts';

/** Which hosts connections may reach. */
export interface HostRules {
  /** Whether addresses of private networks are refused. */
  readonly blocksPrivate: boolean;
  /** The names, addresses and networks (`10.0.0.0/8`) that may be reached nevertheless. */
  readonly exempt: readonly string[];
}

/** The rules of a process of the service. @param env usually `process.env` */
export function hostRulesOf(env: Readonly<Record<string, string | undefined>>): HostRules {
  return {
    blocksPrivate: env.SERVICE_CONNECTOR_BLOCK_PRIVATE_HOSTS === 'true',
    exempt: textsOf(env.SERVICE_CONNECTOR_PRIVATE_HOSTS),
  };
}

function textsOf(json = '[]'): readonly string[] {
  const list: unknown = JSON.parse(json);
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
}

/**
 * Which addresses connections may not reach: those where machines find their credentials, always, and private ones
 * if the rules say so, unless they or the name that leads to them are exempt.
 */
export function refusedAddresses({ blocksPrivate, exempt }: HostRules): AddressCheck {
  if (!blocksPrivate) return isMetadataAddress;
  const isExempt = exemption(exempt);
  return (address, name) =>
    isMetadataAddress(address) || (isPrivateAddress(address) && !isExempt(address, name));
}

const NAME = /^(?!-)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\.?$/i;

/** Whether a text is the name of a host, an address, or a network such as `10.0.0.0/8`. */
export function isHostOrNetwork(text: string): boolean {
  return networkOf(text) !== null || NAME.test(text);
}

interface Network {
  readonly address: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

function exemption(exempt: readonly string[]): (address: string, name?: string) => boolean {
  const names = new Set(exempt.filter((text) => networkOf(text) === null).map(canonical));
  const networks = new BlockList();
  for (const text of exempt) {
    const network = networkOf(text);
    if (network !== null) networks.addSubnet(network.address, network.prefix, network.family);
  }
  return (address, name = address) => {
    const [number = address] = address.split('%', 1);
    const family = isIP(number) === 6 ? 'ipv6' : 'ipv4';
    return names.has(canonical(name)) || networks.check(number, family);
  };
}

/** Null: the text is no address and no network. */
function networkOf(text: string): Network | null {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return null;
  const bits = version === 6 ? 128 : 32;
  const family = version === 6 ? 'ipv6' : 'ipv4';
  if (prefix === undefined) return { address, prefix: bits, family };
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > bits) return null;
  return { address, prefix: Number(prefix), family };
}

/** Names of hosts have no case, and a final dot changes nothing. */
function canonical(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
