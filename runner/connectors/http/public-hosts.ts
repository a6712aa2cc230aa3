import dns from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** The host is, or resolves to, an address that may not be called. */
export class PrivateHostError extends Error {
  override readonly name = 'PrivateHostError';
  readonly code = 'PRIVATE_HOST';
  constructor() {
    super('The host has an address of a private network');
  }
}

/** What the error means to the author of a connection, as the rest of a sentence. */
export const PRIVATE_HOST_REASON =
  'the host has an address of a private network, of the machine itself or of its metadata server, which connections may not reach: name another host';

/** Like `PrivateHostError`, for a database, which only a setting refuses. */
export class PrivateDatabaseError extends Error {
  override readonly name = 'PrivateDatabaseError';
  readonly code = 'PRIVATE_DATABASE';
  constructor() {
    super('The database has an address of a private network');
  }
}

/** What `PrivateDatabaseError` means to the author of a connection, as the rest of a sentence. */
export const PRIVATE_DATABASE_REASON =
  'the host has an address of a private network, which SERVICE_CONNECTOR_BLOCK_PRIVATE_HOSTS refuses: name another host, or let the operator add it to SERVICE_CONNECTOR_PRIVATE_HOSTS';

/** Whether an address may not be called. @param name the name that was looked up; undefined: none */
export type AddressCheck = (address: string, name?: string) => boolean;

type Network = readonly [address: string, prefix: number, family: 'ipv4' | 'ipv6'];

/** Loopback, link-local, private, shared, multicast and reserved networks, and those that embed IPv4 in IPv6. */
const PRIVATE: readonly Network[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];

/** Where clouds give the credentials of a machine or a pod to each process that asks, also as IPv6 that embeds IPv4. */
const METADATA: readonly Network[] = [
  ['169.254.0.0', 16, 'ipv4'],
  ['100.100.100.200', 32, 'ipv4'],
  ['168.63.129.16', 32, 'ipv4'],
  ['192.0.0.192', 32, 'ipv4'],
  ['fe80::', 10, 'ipv6'],
  ['fd00:ec2::', 32, 'ipv6'],
  ['fd20:ce::', 32, 'ipv6'],
  ['::a9fe:0', 112, 'ipv6'],
  ['64:ff9b::a9fe:0', 112, 'ipv6'],
  ['2002:a9fe::', 32, 'ipv6'],
];

const privateNetworks = blockListOf(PRIVATE);
const metadataNetworks = blockListOf(METADATA);

function blockListOf(networks: readonly Network[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix, family] of networks) list.addSubnet(network, prefix, family);
  return list;
}

/** @param address an IPv4 or IPv6 address; IPv4-mapped IPv6 counts as IPv4 */
export function isPrivateAddress(address: string): boolean {
  return isWithin(privateNetworks, address);
}

/** Whether an address is link-local, or another one where a machine finds its own credentials. */
export function isMetadataAddress(address: string): boolean {
  return isWithin(metadataNetworks, address);
}

function isWithin(list: BlockList, address: string): boolean {
  // The zone of a link-local address is no part of the number.
  const [number = address] = address.split('%', 1);
  return list.check(number, isIP(number) === 6 ? 'ipv6' : 'ipv4');
}

/** The names of the servers of metadata, which only machines of the cloud can look up. */
const METADATA_NAMES: ReadonlySet<string> = new Set([
  'metadata.google.internal',
  'metadata.goog',
  'instance-data.ec2.internal',
]);

/** Whether the host of a URL is refused, as far as that needs no name server: Node looks up no literal address. */
export function isKnownRefused(url: URL, isRefused: AddressCheck): boolean {
  const host = url.hostname.replace(/^\[|\]$|\.$/g, '');
  return isIP(host) === 0 ? METADATA_NAMES.has(host) : isRefused(host);
}

/**
 * Refuses a host that is known to be one without a name server.
 * @param isRefused default: private addresses
 * @throws PrivateHostError
 */
export function refuseKnownHost(url: URL, isRefused: AddressCheck = isPrivateAddress): void {
  if (isKnownRefused(url, isRefused)) throw new PrivateHostError();
}

/**
 * A `lookup` for sockets that fails with `PrivateHostError` when any address is refused. The socket
 * connects to the checked addresses, so that a second DNS answer cannot differ.
 * @param lookup answers as `dns.lookup` does
 * @param refusal the error for a refused address
 */
export function checkedLookup(
  isRefused: AddressCheck,
  lookup: LookupFunction = dns.lookup,
  refusal: () => Error = () => new PrivateHostError(),
): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) {
        callback(error, '');
        return;
      }
      const addresses =
        typeof found === 'string' ? [{ address: found, family: isIP(found) }] : found;
      const [first] = addresses;
      if (first === undefined || addresses.some(({ address }) => isRefused(address, hostname))) {
        callback(refusal(), '');
      } else if (options.all === true) {
        callback(null, addresses);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
}

/** A `lookup` for sockets that refuses private addresses. */
export const lookupPublic: LookupFunction = checkedLookup(isPrivateAddress);
