/** A mistake in the arguments. Its message says what to write instead. */
export class UsageError extends Error {}

/** The options that Jest does not have. */
export const OWN_OPTIONS = ['--changed', '--help', '--long', '--node', '--record'] as const;

/** What `--help` prints. */
export const USAGE = `npm test                        checks, all tests and the end-to-end suite
npm test -- PATH...             the tests whose path matches, such as runner/nodes or test/e2e
npm test -- --changed           the tests of what changed since the branch left main
npm test -- --changed COMMIT    the tests of what changed since a commit
npm test -- --node TYPE         the examples and properties of one node type, such as join
npm test -- --record            everything, and writes test/durations.json
npm run test:long               what npm test leaves to the night
npm run test:long -- SUITE...   properties, one-machine, everywhere or cluster alone

All other options are Jest's, such as -t 'PATTERN', --bail and -u. CONTRIBUTING.md says more.`;
