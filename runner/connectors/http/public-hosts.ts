import dns from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** The host is, or resolves to, an address of a private network. */
export class PrivateHostError extends Error {
  override readonly name = 'PrivateHostError';
  readonly code = 'PRIVATE_HOST';
  constructor() {
    super('The host has an address of a private network');
  }
}

/** Loopback, link-local, private, shared, multicast and reserved networks, and those that embed IPv4 in IPv6. */
const PRIVATE: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
  ['::', 127, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['2001::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];

const blocked = new BlockList();
for (const [network, prefix, family] of PRIVATE) blocked.addSubnet(network, prefix, family);

/** @param address an IPv4 or IPv6 address; IPv4-mapped IPv6 counts as IPv4 */
export function isPrivateAddress(address: string): boolean {
  return blocked.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** @throws PrivateHostError when the host of the URL is a private address; Node does not look up literals */
export function refusePrivateLiteral(url: URL): void {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && isPrivateAddress(host)) throw new PrivateHostError();
}

/**
 * A `lookup` for sockets that fails with `PrivateHostError` when any address is private. The socket
 * connects to the checked addresses, so that a second DNS answer cannot differ.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) {
      callback(error, '');
      return;
    }
    const [first] = addresses;
    if (first === undefined || addresses.some(({ address }) => isPrivateAddress(address))) {
      callback(new PrivateHostError(), '');
    } else if (options.all === true) {
      callback(null, addresses);
    } else {
      callback(null, first.address, first.family);
    }
  });
};
