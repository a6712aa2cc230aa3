import type { CallPolicy } from './policy.ts';
import {
  conditionalCall,
  refusedCalls,
  type Architecture,
  type ConditionalCall,
} from './system-calls.ts';

/** Offsets in `struct seccomp_data`. Of an argument the filter reads the lower half, as the kernel does. */
const NUMBER_AT = 0;
const ARCHITECTURE_AT = 4;
const ARGUMENTS_AT = 16;
const ARGUMENT_BYTES = 8;

/** Codes of the instructions of a filter. */
const LOAD = 0x20;
const AND = 0x54;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_AT_LEAST = 0x35;
const RETURN = 0x06;
const INSTRUCTION_BYTES = 8;
const VALUE_AT = 4;

const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const ERROR = 0x00050000;
const EPERM = 1;
/** glibc then uses `clone`, whose flags a filter can read. */
const ENOSYS = 38;

const AUDIT_NAMES: Readonly<Record<Architecture, number>> = { x64: 0xc000003e, arm64: 0xc00000b7 };
/** Numbers from here on are those of the x32 interface. */
const X32 = 0x40000000;

/** Flags of `clone`: new namespaces, and children that belong to the parent of the process. */
const CLONE_FLAGS = 0x7e028000;
const SOCK_TYPE_MASK = 0xf;
const SOCK_STREAM = 1;
const F_SETOWN = 8;
const F_SETSIG = 10;
const F_SETOWN_EX = 15;
const FIOSETOWN = 0x8901;
const SIOCSPGRP = 0x8902;

type Value = number | 'own pid';

interface Instruction {
  readonly code: number;
  readonly value: Value;
  /** How many instructions a jump skips if its test holds, and if not. */
  readonly skips?: readonly [ifTrue: number, ifFalse: number];
}

/** A system call that depends on one argument. */
interface ArgumentRule {
  readonly call: ConditionalCall;
  readonly argument: number;
  readonly mask?: number;
  readonly values: readonly Value[];
  /** What holds for these values. The opposite holds for all others. */
  readonly are: 'allowed' | 'refused';
}

const ARGUMENT_RULES: readonly ArgumentRule[] = [
  { call: 'clone', argument: 0, mask: CLONE_FLAGS, values: [0], are: 'allowed' },
  // Pairs of other types can be connected to an address.
  { call: 'socketpair', argument: 1, mask: SOCK_TYPE_MASK, values: [SOCK_STREAM], are: 'allowed' },
  { call: 'prlimit64', argument: 0, values: [0, 'own pid'], are: 'allowed' },
  // The owner of a file gets signals.
  { call: 'fcntl', argument: 1, values: [F_SETOWN, F_SETSIG, F_SETOWN_EX], are: 'refused' },
  { call: 'ioctl', argument: 1, values: [FIOSETOWN, SIOCSPGRP], are: 'refused' },
];

const SIGNAL_CALLS = ['kill', 'tgkill', 'rt_sigqueueinfo', 'rt_tgsigqueueinfo'] as const;
/** A process signals itself to abort. */
const SIGNAL_RULES: readonly ArgumentRule[] = SIGNAL_CALLS.map((call) => ({
  call,
  argument: 0,
  values: ['own pid'],
  are: 'allowed',
}));

/** What Landlock confines on this kernel, so that the filter need not. */
export interface ConfinedByLandlock {
  /** Signals reach the processes of one sandbox only. */
  readonly signals: boolean;
  readonly truncation: boolean;
}

/**
 * Returns a filter of system calls: no connections, no namespaces, no access to other processes, no change of
 * owner, mode or times of a file, and nothing for administrators. Everything else is allowed.
 */
export function callPolicy(architecture: Architecture, confined: ConfinedByLandlock): CallPolicy {
  const number = (call: ConditionalCall): number => conditionalCall(architecture, call);
  const refused = [
    ...refusedCalls(architecture),
    ...(confined.signals ? [] : [number('tkill'), number('pidfd_send_signal')]),
    ...(confined.truncation ? [] : [number('truncate')]),
  ];
  const rules = [...ARGUMENT_RULES, ...(confined.signals ? [] : SIGNAL_RULES)];
  return encode([
    { code: LOAD, value: ARCHITECTURE_AT },
    { code: JUMP_IF_EQUAL, value: AUDIT_NAMES[architecture], skips: [1, 0] },
    { code: RETURN, value: KILL_PROCESS },
    { code: LOAD, value: NUMBER_AT },
    ...when(JUMP_IF_AT_LEAST, X32, [refuse(EPERM)]),
    ...when(JUMP_IF_EQUAL, number('clone3'), [refuse(ENOSYS)]),
    ...refused.flatMap((call) => when(JUMP_IF_EQUAL, call, [refuse(EPERM)])),
    ...rules.flatMap((rule) => when(JUMP_IF_EQUAL, number(rule.call), byArgument(rule))),
    { code: RETURN, value: ALLOW },
  ]);
}

function refuse(error: number): Instruction {
  return { code: RETURN, value: ERROR + error };
}

/** Executes instructions, the last of which returns, if a test holds. */
function when(test: number, value: Value, then: readonly Instruction[]): Instruction[] {
  return [{ code: test, value, skips: [0, then.length] }, ...then];
}

function byArgument({ argument, mask, values, are }: ArgumentRule): Instruction[] {
  const allow: Instruction = { code: RETURN, value: ALLOW };
  const [then, otherwise] = are === 'allowed' ? [allow, refuse(EPERM)] : [refuse(EPERM), allow];
  return [
    { code: LOAD, value: ARGUMENTS_AT + argument * ARGUMENT_BYTES },
    ...(mask === undefined ? [] : [{ code: AND, value: mask }]),
    ...values.flatMap((value) => when(JUMP_IF_EQUAL, value, [then])),
    otherwise,
  ];
}

/** Writes `struct sock_filter` for each instruction. */
function encode(instructions: readonly Instruction[]): CallPolicy {
  const bytes = Buffer.alloc(instructions.length * INSTRUCTION_BYTES);
  const ownPidAt: number[] = [];
  for (const [index, { code, value, skips = [0, 0] }] of instructions.entries()) {
    const at = index * INSTRUCTION_BYTES;
    bytes.writeUInt16LE(code, at);
    bytes.writeUInt8(skips[0], at + 2);
    bytes.writeUInt8(skips[1], at + 3);
    if (value === 'own pid') ownPidAt.push(at + VALUE_AT);
    else bytes.writeUInt32LE(value, at + VALUE_AT);
  }
  return { filter: bytes.toString('base64'), ownPidAt };
}
