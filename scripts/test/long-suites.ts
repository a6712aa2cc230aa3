import { lackForCluster } from '../../test/cluster/requirements.ts';
import { givenCluster } from '../../test/e2e/support/given-cluster.ts';

interface LongSuite {
  /** Its name in reports. */
  readonly title: string;
  readonly config: string;
  /** What the machine lacks to run it. */
  readonly lack: () => string | null;
}

/** The suites of `npm run test:long`, shortest first. */
const LONG_SUITES: Readonly<Record<string, LongSuite>> = {
  properties: {
    title: 'properties with more samples',
    config: 'test/long/properties/jest.config.js',
    lack: () => null,
  },
  'one-machine': {
    title: 'chaos on one machine',
    config: 'test/long/one-machine/jest.config.js',
    lack: lackForOneMachine,
  },
  everywhere: {
    title: 'the whole contract and the images in a cluster',
    config: 'test/long/everywhere/jest.config.js',
    lack: lackForOwnCluster,
  },
  cluster: {
    title: 'chaos in a cluster',
    config: 'test/long/cluster/jest.config.js',
    lack: lackForOwnCluster,
  },
};

/**
 * Returns the suites that the words name, or all.
 * @returns them, and the words that name none, which are for Jest
 */
export function longSuites(words: readonly string[]): {
  readonly suites: readonly LongSuite[];
  readonly others: readonly string[];
} {
  const named = words.flatMap((word) => LONG_SUITES[word] ?? []);
  return {
    suites: named.length === 0 ? Object.values(LONG_SUITES) : named,
    others: words.filter((word) => !Object.hasOwn(LONG_SUITES, word)),
  };
}

function lackForOneMachine(): string | null {
  if (process.platform === 'linux') return null;
  return 'it finds processes by /proc, which is there on Linux only';
}

/** These suites act on the node, so the node must be on this machine. */
function lackForOwnCluster(): string | null {
  return givenCluster() === null
    ? lackForCluster()
    : "it needs the suite's own cluster: unset MILLRACE_E2E_KUBECONFIG";
}
