/*
 * Confines this process for ever, then becomes another program:
 *   launcher.mjs version             prints the version of Landlock; fails without it
 *   launcher.mjs POLICY PROGRAM ...  applies a policy (JSON, see policy.ts), then executes the program
 * It is JavaScript, so that a start needs no type stripping. Only the calling thread is confined: `execve` ends
 * the others, and the program and all of its children keep the confinement.
 */
import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import koffi from 'koffi';

// System calls and constants are those of x64 and arm64.
const LANDLOCK_CREATE_RULESET = 444;
const LANDLOCK_ADD_RULE = 445;
const LANDLOCK_RESTRICT_SELF = 446;
const LANDLOCK_CREATE_RULESET_VERSION = 1;
const LANDLOCK_RULE_PATH_BENEATH = 1;
const PR_SET_SECCOMP = 22;
const SECCOMP_MODE_FILTER = 2;
const PR_SET_NO_NEW_PRIVS = 38;
const F_SETFD = 2;
const F_GETFL = 3;
const F_SETFL = 4;
const O_PATH = 0o10000000;
const RULE_BYTES = 12;
const INSTRUCTION_BYTES = 8;
/** The exit code of a process that could not be confined: it does not execute the program. */
const NOT_CONFINED = 111;

const libc = koffi.load(null);
const createRuleset = libc.func('syscall', 'long', ['long', 'void *', 'size_t', 'uint32_t']);
const addRule = libc.func('syscall', 'long', ['long', 'long', 'long', 'void *', 'uint32_t']);
const restrictSelf = libc.func('syscall', 'long', ['long', 'long', 'uint32_t']);
const setPrivileges = libc.func('prctl', 'int', ['int', 'ulong', 'ulong', 'ulong', 'ulong']);
const fprog = koffi.struct({ len: 'uint16_t', filter: 'void *' });
const setFilter = libc.func('prctl', 'int', ['int', 'ulong', koffi.pointer(fprog)]);
const fcntl = libc.func('fcntl', 'int', ['int', 'int', 'int']);
const execve = libc.func('execve', 'int', ['str', 'str *', 'str *']);

/** @param {number} result @param {string} what */
function must(result, what) {
  if (result < 0) throw new Error(`${what} failed with the error number ${koffi.errno()}.`);
  return result;
}

/** @param {import('./policy.ts').FilePolicy} policy */
function restrictFiles({ attributes, rules, fileAccess }) {
  const bytes = Buffer.from(attributes, 'base64');
  const created = createRuleset(LANDLOCK_CREATE_RULESET, bytes, bytes.length, 0);
  const ruleset = must(created, 'landlock_create_ruleset');
  for (const { path, access } of rules) {
    const file = openPath(path);
    if (file === null) continue;
    const rule = Buffer.alloc(RULE_BYTES);
    rule.writeBigUInt64LE(BigInt(fstatSync(file).isDirectory() ? access : access & fileAccess));
    rule.writeInt32LE(file, 8);
    const added = addRule(LANDLOCK_ADD_RULE, ruleset, LANDLOCK_RULE_PATH_BENEATH, rule, 0);
    must(added, `landlock_add_rule for ${path}`);
    closeSync(file);
  }
  must(restrictSelf(LANDLOCK_RESTRICT_SELF, ruleset, 0), 'landlock_restrict_self');
}

/** Returns null for a path that does not exist on this system. @param {string} path */
function openPath(path) {
  try {
    return openSync(path, O_PATH);
  } catch {
    return null;
  }
}

/** @param {import('./policy.ts').CallPolicy} policy */
function filterCalls({ filter, ownPidAt }) {
  const bytes = Buffer.from(filter, 'base64');
  for (const at of ownPidAt) bytes.writeUInt32LE(process.pid, at);
  const program = { len: bytes.length / INSTRUCTION_BYTES, filter: bytes };
  must(setFilter(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program), 'prctl(PR_SET_SECCOMP)');
}

/** @param {readonly string[]} args */
function main([policyText = '', ...command]) {
  if (policyText === 'version') {
    const version = createRuleset(
      LANDLOCK_CREATE_RULESET,
      null,
      0,
      LANDLOCK_CREATE_RULESET_VERSION,
    );
    process.stdout.write(`${must(version, 'landlock_create_ruleset')}\n`);
    return;
  }
  /** @type {import('./policy.ts').SandboxPolicy} */
  const { files, calls } = JSON.parse(policyText);
  must(setPrivileges(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 'prctl(PR_SET_NO_NEW_PRIVS)');
  if (files !== null) restrictFiles(files);
  if (calls !== null) filterCalls(calls);
  for (const file of [0, 1, 2]) {
    // Node closes its input and outputs on execve.
    fcntl(file, F_SETFD, 0);
    // Node does not wait for readers, but programs such as Python fail when a pipe is full.
    fcntl(file, F_SETFL, fcntl(file, F_GETFL, 0) & ~constants.O_NONBLOCK);
  }
  const env = Object.entries(process.env).map(([name, value]) => `${name}=${value}`);
  must(execve(command[0], [...command, null], [...env, null]), `execve of ${command[0]}`);
}

try {
  main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(NOT_CONFINED);
}
