/** What the arguments of `npm test` and `npm run test:long` ask for. */
export interface TestRequest {
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
 * @throws Error when `--node` has no value, or `--record` is given with something that leaves tests out
 */
export function readRequest(given: readonly string[]): TestRequest {
  const left = [...given];
  const isLong = takeFlag(left, '--long');
  const isRecord = takeFlag(left, '--record');
  const node = takeNode(left);
  const changed = takeChanged(left);
  if (isRecord && (isLong || node !== null || changed !== null || left.length > 0)) {
    throw new Error('--record measures the whole of `npm test`: give it alone');
  }
  const others = node === null ? left : [NODE_TESTS, ...left.filter((word) => word !== 'parity')];
  return { isLong, isRecord, changed, node, others };
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
  if (id === undefined) throw new Error('--node needs the id of a node type, such as join');
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
