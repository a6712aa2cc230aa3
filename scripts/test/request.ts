import { UsageError } from './usage.ts';

/** What the arguments of `npm test` and `npm run test:long` ask for. */
export interface TestRequest {
  /** `--help` or `-h`: prints the options and runs nothing. */
  readonly isHelp: boolean;
  /** `--long`: suites that take too long for every change. */
  readonly isLong: boolean;
  /** `--record`: writes the durations and counts of this run to `test/durations.json`. */
  readonly isRecord: boolean;
  /**
   * `--changed [COMMIT]`: the tests that the change since a commit concerns, without one since the branch left
   * `main`; null when not given.
   */
  readonly changed: { readonly since: string | null } | null;
  /** `--node TYPE`: the examples and properties of one node type; null when not given. */
  readonly node: string | null;
  /** What is left for Jest: paths and options; with `--long` also names of suites. */
  readonly others: readonly string[];
}

/** The folder of the tests of node types. */
export const NODE_TESTS = 'test/parity/nodes/';

/**
 * Reads the arguments.
 * @throws UsageError when `--node` has no value, or options exclude each other
 */
export function readRequest(given: readonly string[]): TestRequest {
  const left = [...given];
  const isHelp = [takeFlag(left, '--help'), takeFlag(left, '-h')].includes(true);
  const isLong = takeFlag(left, '--long');
  const isRecord = takeFlag(left, '--record');
  const node = takeNode(left);
  const changed = takeChanged(left);
  if (isRecord && (isLong || node !== null || changed !== null || left.length > 0)) {
    throw new UsageError(
      '--record measures the whole of npm test, so it is given alone: npm test -- --record',
    );
  }
  refuseSeveral({ '--long': isLong, '--changed': changed !== null, '--node': node !== null });
  const others = node === null ? left : [NODE_TESTS, ...left.filter((word) => word !== 'parity')];
  return { isHelp, isLong, isRecord, changed, node, others };
}

/** @throws UsageError when more than one of the options is given */
function refuseSeveral(options: Readonly<Record<string, boolean>>): void {
  const given = Object.keys(options).filter((option) => options[option]);
  if (given.length < 2) return;
  throw new UsageError(`${given.join(' and ')} select different tests: give one of them.`);
}

function takeFlag(words: string[], flag: string): boolean {
  const at = words.indexOf(flag);
  if (at !== -1) words.splice(at, 1);
  return at !== -1;
}

function takeNode(words: string[]): string | null {
  const at = words.indexOf('--node');
  if (at === -1) return null;
  const id = words[at + 1];
  if (id === undefined || id.startsWith('-')) {
    throw new UsageError('--node needs the id of a node type: npm test -- --node join');
  }
  words.splice(at, 2);
  return id;
}

function takeChanged(words: string[]): TestRequest['changed'] {
  const at = words.indexOf('--changed');
  if (at === -1) return null;
  const next = words[at + 1];
  const hasCommit = next !== undefined && !next.startsWith('-');
  words.splice(at, hasCommit ? 2 : 1);
  return { since: hasCommit ? next : null };
}
