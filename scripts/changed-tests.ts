import {
  dependents,
  git,
  isGenerated,
  isSource,
  listedByGit,
  readSourceTree,
} from './test-dependencies.ts';
import type { SourceTree } from './test-dependencies.ts';

/** The tests that a change can make fail. Paths are relative to the repository, with `/`, and sorted. */
export interface ChangedTests {
  /** The files that differ from the base; generated code is left out. */
  readonly changed: readonly string[];
  /** Those on which every test depends, such as package-lock.json: with one of them, run the whole suite. */
  readonly everything: readonly string[];
  /** The test files of the main suite. */
  readonly files: readonly string[];
  /**
   * Ids of node types whose definition or examples changed: run test/parity/nodes with `--node` for each.
   * `files` has none of those tests then. Empty when they are in `files`, or when none of them depends on the change.
   */
  readonly nodes: readonly string[];
  /** The test files of the end-to-end suite: all of them when the images or the cluster depend on the change. */
  readonly endToEnd: readonly string[];
  /** Changed files on which no test file depends: texts, types alone, tools of developers. */
  readonly untested: readonly string[];
}

/** A change of them can change each test: its packages, or what Jest does before it. */
const EVERY_TEST: readonly string[] = [
  '.npmrc',
  'jest.config.js',
  'package-lock.json',
  'package.json',
  'test/support/global-setup.ts',
  'test/support/global-teardown.ts',
  'test/support/runnable-suites.ts',
];

/** It builds the images and the cluster of the end-to-end suite, so each test of the suite depends on it. */
const END_TO_END_SETUP = 'test/e2e/global-setup.ts';

/** What files are for tests, where no source imports or names them: other files, of which they are readers. */
const STANDS_FOR: readonly { readonly files: RegExp; readonly others: readonly string[] }[] = [
  // Its steps run the script, and the images of the end-to-end suite are built from it.
  {
    files: /^Dockerfile$/,
    others: ['scripts/trace-image.ts', 'test/images/project-images.ts'],
  },
  { files: /^prisma\/schema\.prisma$/, others: ['prisma/generated/client.ts'] },
  // Helm renders the whole folder, with the scripts in it.
  { files: /^charts\//, others: ['charts/millrace/Chart.yaml'] },
  // Jest loads them by their names in its configuration.
  { files: /^test\/e2e\/[^/]+(?<!\.test)\.[jt]s$/, others: [END_TO_END_SETUP] },
  // jest.config.js replaces the one by the other.
  {
    files: /^test\/support\/kept-core-limits\.ts$/,
    others: ['runner/connectors/secrets/forbid-core-dumps.ts'],
  },
  // It compares the pages with what the service makes; all that makes them is loaded by each service.
  {
    files: /^docs\/(?:nodes|expressions)(?:\.md$|\/)/,
    others: ['test/contract/reference-pages.test.ts'],
  },
];

/** They read all sources. */
const TESTS_OF_SOURCES = 'test/architecture/';

/**
 * Tests that show every node type, or flows in files with some of them: a change of one node changes them, too.
 */
const TESTS_OF_ALL_NODES: readonly string[] = [
  'api/reference/',
  'runner/nodes/',
  'test/contract/catalog.test.ts',
  'test/contract/demo-',
  'test/contract/node-specs.test.ts',
  'test/contract/openapi.test.ts',
  'test/contract/reference-pages.test.ts',
  'test/contract/templates.test.ts',
];
const NODE_TESTS = 'test/parity/nodes/';
/** What makes the tests of nodes run for one node only. */
const SELECTED_NODES = `${NODE_TESTS}selected-nodes.ts`;
/** From here on, one run of all nodes takes less time than one for each. */
const MANY_NODES = 6;

/**
 * Computes the tests of a change: for each changed file, the test files that have it in the closure of what
 * they import and of what they name.
 *
 * - Imports of values are followed, static and dynamic ones; types load nothing, and the type checker has them.
 * - A path in quotes counts like an import, in tests as in sources: `'cli/main.ts'`,
 *   `path.join(root, 'cli', 'main.ts')`, `path.join(import.meta.dirname, 'worker.mts')`. So a test that starts a
 *   process has all that the process loads. A folder named from `import.meta.dirname` stands for its files that
 *   are no sources, such as migrations.
 * - A test that requests a shared server has what starts it: so one that starts a service in the host of its Jest
 *   worker has all of the service.
 * - A file of runner/nodes is read through the registry by half of the suite. Only the tests count that read it
 *   otherwise, that name the id of one of its nodes, that read all nodes, or that are about all nodes.
 *
 * Limits: a path that is computed, or a name without its folder elsewhere than beside the file, is not found; a
 * test that meets a node only in a stored flow or through another node is left out. The whole suite has the last word.
 *
 * @param base a commit or branch; absent: where HEAD left main. What is not committed always belongs to the change.
 */
export function changedTests(root: string, base?: string): ChangedTests {
  return testsOf(changedFiles(root, base), readSourceTree(root));
}

/**
 * The files that differ from a commit, deleted and new ones included, without generated code.
 * @throws Error when the base is no commit
 */
export function changedFiles(root: string, base?: string): string[] {
  const from = base === undefined ? departureFromMain(root) : commitOf(root, base);
  const differing = listedByGit(root, ['diff', '--name-only', '--no-renames', from, '--']);
  const created = listedByGit(root, ['ls-files', '--others', '--exclude-standard']);
  return sorted([...differing, ...created].filter((file) => !isGenerated(file)));
}

/** The id of a commit. @throws Error that says what to name, when the base is none */
export function commitOf(root: string, base: string): string {
  try {
    return git(root, [
      'rev-parse',
      '--verify',
      '--quiet',
      '--end-of-options',
      `${base}^{commit}`,
    ]).trim();
  } catch {
    throw new Error(`${base} is no commit of this repository: name a branch, a tag or a commit.`);
  }
}

/** On main itself, and in a clone without it, only what is not committed is a change. */
function departureFromMain(root: string): string {
  for (const main of ['main', 'origin/main']) {
    try {
      return git(root, ['merge-base', main, 'HEAD']).trim();
    } catch {
      // There is no such branch.
    }
  }
  return 'HEAD';
}

/** The tests of changed files in a tree that is read already. See {@link changedTests}. */
export function testsOf(changed: readonly string[], tree: SourceTree): ChangedTests {
  const everything = changed.filter((file) => EVERY_TEST.includes(file));
  const closures = changed.map((file) => ({ file, ...closureOf(file, tree) }));
  const affected = new Set(closures.flatMap(({ tests }) => tests));
  if (changed.some(isSource)) {
    for (const file of tree.files) if (file.startsWith(TESTS_OF_SOURCES)) affected.add(file);
  }
  const nodes = new Set(closures.flatMap(({ ids }) => ids));
  const ofNodes = testsOfNodes(tree);
  const isOfAll = nodes.size >= MANY_NODES || ofNodes.some((file) => affected.has(file));
  if (nodes.size > 0 && isOfAll) for (const file of ofNodes) affected.add(file);
  const files = sorted([...affected].filter((file) => isTest(file) && tree.files.has(file)));
  return {
    changed,
    everything,
    files: files.filter((file) => !/^test\/(?:e2e|long)\//.test(file)),
    nodes: isOfAll ? [] : sorted([...nodes]),
    endToEnd: files.filter(isEndToEnd),
    untested: closures
      .filter(
        ({ tests, ids, file }) => [...tests, ...ids].length === 0 && !everything.includes(file),
      )
      .map(({ file }) => file),
  };
}

interface Closure {
  readonly tests: readonly string[];
  /** The nodes for which the tests of nodes have to run, if `tests` lacks these. */
  readonly ids: readonly string[];
}

function closureOf(file: string, tree: SourceTree): Closure {
  const ids = idsOf(file, tree);
  if (ids.length === 0) {
    const found = dependents(tree, [file, ...standsFor(file)]);
    const cluster = found.has(END_TO_END_SETUP) ? [...tree.files].filter(isEndToEnd) : [];
    return { tests: [...found, ...cluster].filter(isTest), ids };
  }
  const direct = [...dependents(tree, [file], isRegistry)];
  const ofNodes = new Set(testsOfNodes(tree));
  const users = [...usersOfNodes(ids, tree)].filter((test) => !ofNodes.has(test));
  return { tests: [...direct, ...users].filter(isTest), ids };
}

function standsFor(file: string): string[] {
  const snapshot = /^(.*\/)__snapshots__\/(.*)\.snap$/.exec(file);
  if (snapshot !== null) return [`${snapshot[1] ?? ''}${snapshot[2] ?? ''}`];
  return STANDS_FOR.flatMap(({ files, others }) => (files.test(file) ? others : []));
}

/** The tests that name one of the nodes, read all nodes, or are about all of them. */
function usersOfNodes(ids: readonly string[], tree: SourceTree): Set<string> {
  const uses = (text: string): boolean =>
    usesAllNodes(text) || ids.some((id) => namesNode(text, id));
  const users = [...tree.texts].flatMap(([file, text]) =>
    isOfTests(file) && file !== SELECTED_NODES && uses(text) ? [file] : [],
  );
  const ofAll = [...tree.files].filter(
    (file) => isTest(file) && TESTS_OF_ALL_NODES.some((place) => file.startsWith(place)),
  );
  return dependents(tree, [...users, ...ofAll]);
}

/** Whether a file collects nodes of other files. */
function isRegistry(file: string): boolean {
  return /^runner\/nodes\/(?:\w+\/)?index\.ts$/.test(file);
}

function isTest(file: string): boolean {
  return file.endsWith('.test.ts');
}

function isEndToEnd(file: string): boolean {
  return file.startsWith('test/e2e/');
}

function isOfTests(file: string): boolean {
  return isTest(file) || file.startsWith('test/');
}

/** Whether a test reads the list of all nodes, not only a node by its id. */
function usesAllNodes(text: string): boolean {
  const line = text.split('\n').find((each) => each.endsWith("nodes/index.ts';"));
  return line !== undefined && /\bnodes\b[^/]*\}/.test(line);
}

function namesNode(text: string, id: string): boolean {
  return text.includes(`'${id}'`) || text.includes(`"${id}"`);
}

/** The ids of transform nodes by the files that define them. */
export function nodeFiles({ texts }: SourceTree): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [file, text] of texts) {
    const isOfCategory = /^runner\/nodes\/(?!input\/|output\/|rules\/)\w+\/[\w-]+\.ts$/.test(file);
    if (!isOfCategory || isTest(file)) continue;
    const id = /^ {2}id: '(\w+)'/m.exec(text)?.[1];
    if (id !== undefined) found.set(file, id);
  }
  return found;
}

/** The ids of the nodes that a file of runner/nodes is part of; none for any other file. */
function idsOf(file: string, tree: SourceTree): string[] {
  if (!file.startsWith('runner/nodes/') || isRegistry(file) || isTest(file)) return [];
  const nodes = nodeFiles(tree);
  const readers = dependents(tree, [file], isRegistry);
  return [...readers].flatMap((reader) => nodes.get(reader) ?? []);
}

function testsOfNodes(tree: SourceTree): string[] {
  return [...dependents(tree, [SELECTED_NODES])].filter(
    (file) => isTest(file) && file.startsWith(NODE_TESTS),
  );
}

function sorted(files: readonly string[]): string[] {
  return [...new Set(files)].sort();
}
