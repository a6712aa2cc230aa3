// `npm test`: every check and suite that this machine supports, then a report of durations, a line for
// each skipped suite and a line of counts. Passes its arguments on to Jest (paths, -t PATTERN).
// `npm run test:long`: suites that take too long for every change, or the named one.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { lackForCluster } from '../test/cluster/requirements.ts';
import { givenCluster } from '../test/e2e/support/given-cluster.ts';
import { timeLines, type Step, type TestFile } from './test-times.ts';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface JestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly unknown[];
  }[];
}

const root = path.resolve(import.meta.dirname, '..');
const scratch = mkdtempSync(path.join(os.tmpdir(), 'millrace-test-'));
const skipReport = path.join(scratch, 'skips.jsonl');
const LONG = '--long';
const isLong = process.argv.includes(LONG);
/** Suites of `npm run test:long`: the name in reports, and what the machine lacks to run them. */
const LONG_SUITES = {
  properties: { suite: 'properties with more samples', lack: () => null },
  'one-machine': { suite: 'chaos on one machine', lack: lackForOneMachine },
  cluster: { suite: 'chaos in a cluster', lack: lackForChaosCluster },
} as const;
type LongSuite = keyof typeof LONG_SUITES;
/** The option that selects one node type, and the variable that passes it to the tests of nodes. */
const NODE_OPTION = '--node';
const NODE_VARIABLE = 'MILLRACE_PARITY_NODE';
const NODE_TESTS = 'test/parity/nodes/';
const asked = selectNode(process.argv.slice(2).filter((argument) => argument !== LONG));
const longSuites = isLong ? asked.filter(isLongSuite) : [];
const jestArguments = isLong ? asked.filter((argument) => !isLongSuite(argument)) : asked;
const MAIN = 'jest.config.js';
const END_TO_END = 'test/e2e';
/**
 * A Jest worker keeps the modules of each file that it has run, some 15 MB, so the whole suite replaces
 * workers. With one file this option would only make Jest start a worker.
 */
const BOUND_WORKERS = ['--workerIdleMemoryLimit=1500MB'];
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
const checks: Step[] = [];
const files: (TestFile & { readonly isEndToEnd: boolean })[] = [];

try {
  if (isLong) runLong();
  else await runEveryTime();
  for (const line of timeLines(checks, files, performance.now() / 1000)) console.log(line);
  const left = skippedSuites();
  for (const { suite, reason } of left) console.log(`skipped ${suite}: ${reason}`);
  if (left.length === 0) console.log('No suite was skipped.');
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
  process.exitCode = total.failed > 0 ? 1 : 0;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function runEveryTime(): Promise<void> {
  if (jestArguments.length > 0) {
    if (isEndToEnd()) runEndToEnd();
    else runJest(MAIN);
    return;
  }
  const clusterPrepared = prepareCluster();
  runChecks();
  runJest(MAIN);
  await clusterPrepared;
  runEndToEnd();
}

/**
 * Builds the programs and images of the end-to-end suite into the user's cache while the other suites
 * run. The suite builds what is missing, and reports why when it cannot.
 */
async function prepareCluster(): Promise<void> {
  if (givenCluster() !== null || lackForCluster() !== null) return;
  const prepare = path.join(root, 'test', 'cluster', 'prepare.ts');
  const child = spawn('nice', ['-n', '19', process.execPath, prepare], {
    cwd: root,
    stdio: 'ignore',
  });
  await once(child, 'exit');
}

/** Returns the suites that the arguments name, or all, shortest first. */
function runLong(): void {
  const all = Object.keys(LONG_SUITES) as LongSuite[];
  for (const name of longSuites.length === 0 ? all : longSuites) {
    const { suite, lack } = LONG_SUITES[name];
    const lacking = lack();
    if (lacking === null) runJest(`test/long/${name}/jest.config.js`);
    else leaveOut(suite, lacking);
  }
}

/** Replaces the paths by those of the tests of nodes when the arguments select a node type. */
function selectNode(given: readonly string[]): readonly string[] {
  const at = given.indexOf(NODE_OPTION);
  if (at === -1) return given;
  const id = given[at + 1];
  if (id === undefined) throw new Error(`${NODE_OPTION} needs the id of a node type, such as join`);
  process.env[NODE_VARIABLE] = id;
  const others = given.toSpliced(at, 2);
  return [NODE_TESTS, ...others.filter((argument) => argument !== 'parity')];
}

function isLongSuite(argument: string): argument is LongSuite {
  return Object.hasOwn(LONG_SUITES, argument);
}

function lackForOneMachine(): string | null {
  if (process.platform === 'linux') return null;
  return 'it finds processes by /proc, which is there on Linux only';
}

/** The suite kills processes of the node, so the node must be on this machine. */
function lackForChaosCluster(): string | null {
  return givenCluster() === null
    ? lackForCluster()
    : "it needs the suite's own cluster: unset MILLRACE_E2E_KUBECONFIG";
}

function runChecks(): void {
  for (const check of ['typecheck', 'lint', 'format:check']) {
    const started = Date.now();
    const ok = npmRun(check);
    const seconds = (Date.now() - started) / 1000;
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${check} (${seconds.toFixed(1)} s)`);
    checks.push({ name: check, seconds });
    total[ok ? 'passed' : 'failed'] += 1;
  }
}

function npmRun(script: string): boolean {
  const npm = process.env.npm_execpath;
  const command = npm === undefined ? ['npm'] : [process.execPath, npm];
  return run([...command, 'run', '--silent', script]);
}

function isEndToEnd(): boolean {
  return jestArguments.some((argument) => argument.startsWith(END_TO_END));
}

/** The folder stands for the whole suite, though a part of it has another folder. */
function isWholeSuite(argument: string): boolean {
  return argument.replace(/\/$/, '') === END_TO_END;
}

/** Runs last: the cluster needs the whole machine. */
function runEndToEnd(): void {
  const lack = givenCluster() === null ? lackForCluster() : null;
  if (lack === null) {
    runJest(`${END_TO_END}/jest.config.js`);
    return;
  }
  leaveOut('end to end', lack);
}

/** A skipped suite fails the run where every suite is required. */
function leaveOut(suite: string, lack: string): void {
  const isRequired = process.env.MILLRACE_REQUIRE_ALL === '1';
  if (isRequired) total.failed += 1;
  const line = { suite, reason: isRequired ? `it is required, but ${lack}` : lack };
  appendFileSync(skipReport, `${JSON.stringify(line)}\n`);
}

function runJest(config: string): void {
  const output = path.join(scratch, 'jest.json');
  rmSync(output, { force: true });
  const jest = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const ok = run(
    [
      process.execPath,
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      '--max-old-space-size=8192',
      jest,
      `--config=${path.join(root, config)}`,
      '--json',
      `--outputFile=${output}`,
      ...(config === MAIN && jestArguments.length === 0 ? BOUND_WORKERS : []),
      ...jestArguments.filter((argument) => !isWholeSuite(argument)),
    ],
    { MILLRACE_SKIP_REPORT: skipReport },
  );
  if (!existsSync(output)) {
    total.failed += 1;
    return;
  }
  const report = JSON.parse(readFileSync(output, 'utf8')) as JestReport;
  total.passed += report.numPassedTests;
  total.failed += report.numFailedTests + report.numRuntimeErrorTestSuites;
  total.skipped += report.numPendingTests + report.numTodoTests;
  if (!ok && total.failed === 0) total.failed += 1;
  const isOfCluster = config.startsWith(END_TO_END);
  for (const { name, startTime, endTime, assertionResults } of report.testResults) {
    files.push({
      path: path.relative(root, name).replaceAll(path.sep, '/'),
      tests: assertionResults.length,
      // A file that failed to load has neither.
      seconds: Math.max(0, endTime - startTime) / 1000,
      isEndToEnd: isOfCluster,
    });
  }
}

function run([command = '', ...args]: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  const done = spawnSync(command, args, {
    cwd: root,
    // Jest prints its JSON on standard output too; only its report on standard error is for people.
    stdio: ['ignore', args.includes('--json') ? 'ignore' : 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  return done.status === 0;
}

function skippedSuites(): { suite: string; reason: string }[] {
  if (!existsSync(skipReport)) return [];
  const lines = readFileSync(skipReport, 'utf8').trim().split('\n');
  return [...new Set(lines)].map((line) => JSON.parse(line) as { suite: string; reason: string });
}
