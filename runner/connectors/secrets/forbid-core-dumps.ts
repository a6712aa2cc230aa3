/** The number of the limit on Linux and macOS. */
const RLIMIT_CORE = 4;

let forbidden: Promise<boolean> | undefined;

/**
 * Sets the maximum size of a core dump of this process to 0, for good, so that a crash writes no secret to a
 * disk. Its later children inherit the limit.
 * @returns false where the system has no such limit, or without koffi, an optional package
 */
export function forbidCoreDumps(): Promise<boolean> {
  forbidden ??= setLimit().catch(() => false);
  return forbidden;
}

async function setLimit(): Promise<boolean> {
  if (process.platform === 'win32') return false;
  const { default: koffi } = await import('koffi');
  const setrlimit = koffi.load(null).func('setrlimit', 'int', ['int', 'void *']);
  // Soft and hard limit: two numbers of 64 bits.
  return setrlimit(RLIMIT_CORE, Buffer.alloc(16)) === 0;
}
