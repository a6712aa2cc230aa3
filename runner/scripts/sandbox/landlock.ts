import type { FilePolicy } from './policy.ts';

/** The first version that confines `truncate`. */
export const TRUNCATION_SINCE = 3;
/** The first version that confines signals and abstract sockets to the processes of one sandbox. */
export const SCOPES_SINCE = 6;

/** The rights of Landlock, by the bit of each. The number is the first version that has it. */
const RIGHTS = {
  execute: { bit: 0, since: 1 },
  writeFile: { bit: 1, since: 1 },
  readFile: { bit: 2, since: 1 },
  readFolder: { bit: 3, since: 1 },
  removeFolder: { bit: 4, since: 1 },
  removeFile: { bit: 5, since: 1 },
  makeDevice: { bit: 6, since: 1 },
  makeFolder: { bit: 7, since: 1 },
  makeFile: { bit: 8, since: 1 },
  makeSocket: { bit: 9, since: 1 },
  makePipe: { bit: 10, since: 1 },
  makeBlockDevice: { bit: 11, since: 1 },
  makeLink: { bit: 12, since: 1 },
  moveBetweenFolders: { bit: 13, since: 2 },
  truncate: { bit: 14, since: TRUNCATION_SINCE },
  controlDevice: { bit: 15, since: 5 },
} as const;
type Right = keyof typeof RIGHTS;

const ALL = Object.keys(RIGHTS) as Right[];
const OF_FILES: readonly Right[] = [
  'execute',
  'writeFile',
  'readFile',
  'truncate',
  'controlDevice',
];
const READ: readonly Right[] = ['execute', 'readFile', 'readFolder'];
/** No links, pipes or devices: this service reads the files of a script after its end. */
const WRITE: readonly Right[] = [
  'readFile',
  'readFolder',
  'writeFile',
  'truncate',
  'removeFile',
  'removeFolder',
  'makeFile',
  'makeFolder',
  'moveBetweenFolders',
];
const DEVICE: readonly Right[] = ['readFile', 'writeFile', 'truncate', 'controlDevice'];

const SCOPE_ABSTRACT_SOCKETS = 1n;
const SCOPE_SIGNALS = 2n;

/** What programs and libraries read of a system, and nothing that an administrator writes. */
const SYSTEM = [
  ...['bin', 'lib', 'lib32', 'lib64', 'libexec', 'share', 'local/bin', 'local/lib'].map(
    (name) => `/usr/${name}`,
  ),
  ...['/bin', '/lib', '/lib32', '/lib64', '/nix/store'],
  ...['/etc/ld.so.cache', '/etc/localtime', '/etc/ssl/openssl.cnf', '/etc/pki/tls/openssl.cnf'],
  ...['/sys/devices/system/cpu', '/sys/fs/cgroup'],
  ...['/proc/self', '/proc/cpuinfo', '/proc/meminfo', '/proc/stat'],
  ...['/proc/sys/vm/overcommit_memory', '/dev/urandom', '/dev/random', '/dev/zero'],
];

/**
 * Returns the rules for the files of a process.
 * @param version that of Landlock, from 1 on
 * @param reads files and folders that it may read and execute, besides those of the system
 * @param writes folders in which it may read, write and delete
 */
export function filePolicy(
  version: number,
  { reads, writes }: { readonly reads: readonly string[]; readonly writes: readonly string[] },
): FilePolicy {
  const grant = (paths: readonly string[], rights: readonly Right[]) =>
    paths.map((path) => ({ path, access: bits(rights, version) }));
  return {
    attributes: attributes(version).toString('base64'),
    rules: [
      ...grant([...SYSTEM, ...reads], READ),
      ...grant(writes, WRITE),
      ...grant(['/dev/null'], DEVICE),
    ],
    fileAccess: bits(OF_FILES, version),
  };
}

/** Every right is refused unless a rule grants it. */
function attributes(version: number): Buffer {
  const bytes = Buffer.alloc(24);
  bytes.writeBigUInt64LE(BigInt(bits(ALL, version)), 0);
  bytes.writeBigUInt64LE(SCOPE_ABSTRACT_SOCKETS | SCOPE_SIGNALS, 16);
  // Older versions know no scopes, and the oldest ones no ports, of which there are no rules.
  return version >= SCOPES_SINCE ? bytes : bytes.subarray(0, 8);
}

function bits(rights: readonly Right[], version: number): number {
  return rights
    .map((right) => RIGHTS[right])
    .filter(({ since }) => since <= version)
    .reduce((all, { bit }) => all + 2 ** bit, 0);
}
