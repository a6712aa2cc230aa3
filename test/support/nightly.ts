/** Set by `npm run test:long -- properties`: tests leave nothing out. */
const NIGHT_VARIABLE = 'MILLRACE_NIGHT';
/** The variable with which `npm test -- --node TYPE` selects one node type, whose tests leave nothing out. */
export const NODE_VARIABLE = 'MILLRACE_PARITY_NODE';

interface NightlyPart {
  /** The test file, which the night runs whole. */
  readonly file: string;
  /** What the night runs beyond. */
  readonly left: string;
  /** Why it repeats what the sibling shows. */
  readonly reason: string;
  /** What each run of `npm test` keeps in its place. */
  readonly sibling: string;
}

/** What `npm test` leaves to the night within a test file. */
export const NIGHTLY = {
  'forked flows': {
    file: 'test/parity/nodes/examples.test.ts',
    left: 'the fork of each example, which also writes the inputs, on both engines and in the polars scripts',
    reason:
      'each flow also runs with an output for every node, and frames of polars cannot be changed',
    sibling: 'the fork of the first example of each node, and of every example as pandas script',
  },
  'cut flows of scripts': {
    file: 'test/parity/nodes/examples.test.ts',
    left: 'examples of nodes with scripts once more, with an output for each node',
    reason: 'each run starts a process, and the engine treats the rows of all scripts alike',
    sibling: 'the first example of each node with scripts',
  },
  'cut flows of refused scripts': {
    file: 'test/parity/found-columns.test.ts',
    left: 'flows that fail below a script once more, with an output for each node',
    reason: 'each run starts a process, and all of them fail in the same place',
    sibling: 'the first of these flows',
  },
  'wide tables': {
    file: 'test/parity/nodes/properties.test.ts',
    left: 'generated configs of every node for tables of 300 columns',
    reason: 'the columns that a config does not name are the work of the operator',
    sibling: 'generated configs of the nodes that show each operator',
  },
  'scripts of wide tables': {
    file: 'test/parity/nodes/scripts.test.ts',
    left: 'the scripts of every node for a table of 300 columns',
    reason: 'the columns that a config does not name are the work of the operator',
    sibling: 'the scripts of the nodes that show each operator',
  },
  'large tables': {
    file: 'test/parity/nodes/large-tables.test.ts',
    left: 'generated configs of every node for tables of 300,000 rows',
    reason: 'the order and the memory of many rows are the work of the operator',
    sibling: 'a generated config of the nodes that show each operator',
  },
  'ten minutes of requests': {
    file: 'test/contract/property-based-client.test.ts',
    left: 'up to 1,000 generated requests of each operation, in ten minutes',
    reason: 'the first requests of an operation find most of what the document does not say',
    sibling: 'the requests at the edges of each schema and 5 generated ones, in about a minute',
  },
} as const satisfies Record<string, NightlyPart>;

/** The tests of what images contain, whatever the sources in them do. */
export const IMAGE_TESTS = [
  'test/e2e/images.test.ts',
  'test/e2e/standalone.test.ts',
  'test/images/trace-image.test.ts',
] as const;

interface NightlyFiles extends Omit<NightlyPart, 'file'> {
  /** The test files, which `npm run test:long -- everywhere` runs. */
  readonly files: readonly string[];
}

/** What a run of all suites leaves to the night as whole files. */
export const NIGHTLY_FILES = {
  everywhere: {
    files: [
      'test/contract/everywhere/artifacts.test.ts',
      'test/contract/everywhere/client.test.ts',
      'test/contract/everywhere/compare.test.ts',
      'test/contract/everywhere/editor-session.test.ts',
      'test/contract/everywhere/endpoints.test.ts',
      'test/contract/everywhere/flows-cases.test.ts',
      'test/contract/everywhere/format-nodes.test.ts',
      'test/contract/everywhere/parameters-cases.test.ts',
      'test/contract/everywhere/previews-and-schedules-cases.test.ts',
      'test/contract/everywhere/run-keys.test.ts',
      'test/contract/everywhere/run-list.test.ts',
      'test/contract/everywhere/run-record.test.ts',
      'test/contract/everywhere/run-time.test.ts',
      'test/contract/everywhere/runs-refused-cases.test.ts',
      'test/contract/everywhere/trigger.test.ts',
    ],
    left: 'the files of test/contract/everywhere on an installation that do not depend on the executor',
    reason: 'they differ there in nothing but the URL',
    sibling:
      'the same files on this machine, and those that depend on the executor on an installation',
  },
  images: {
    files: IMAGE_TESTS,
    left: 'the tests of images',
    reason: 'what determines them is unchanged since they passed on this machine',
    sibling: 'the end-to-end suite, on the images of the cluster',
  },
} as const satisfies Record<string, NightlyFiles>;

const PARTS = Object.keys(NIGHTLY) as (keyof typeof NIGHTLY)[];

/** The name of a part that `npm test` can leave to the night. */
export type NightlyName = keyof typeof NIGHTLY | keyof typeof NIGHTLY_FILES;

/** The parts that a run of some files leaves to the night. @param ran the paths of the files */
export function partsLeftIn(
  ran: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): readonly NightlyName[] {
  return PARTS.filter(
    (part) => ran.includes(NIGHTLY[part].file) && isLeftToNight(part, environment),
  );
}

/**
 * A line of the report for each part.
 * @param imagesPassedAt the commit at which the tests of images passed
 */
export function nightLines(
  names: readonly NightlyName[],
  imagesPassedAt: string | null = null,
): readonly string[] {
  const all: Readonly<Record<NightlyName, Omit<NightlyPart, 'file'>>> = {
    ...NIGHTLY,
    ...NIGHTLY_FILES,
  };
  return [...new Set(names)].map((name) => {
    const { left, reason, sibling } = all[name];
    const at = name === 'images' && imagesPassedAt !== null ? ` at ${imagesPassedAt}` : '';
    return `left to the night: ${left}; ${reason}${at}. Here ran: ${sibling}`;
  });
}

/** Whether this run leaves a part of the list to the night. */
export function isLeftToNight(
  _part: keyof typeof NIGHTLY,
  environment: NodeJS.ProcessEnv = process.env,
): boolean {
  return environment[NIGHT_VARIABLE] !== '1' && environment[NODE_VARIABLE] === undefined;
}
