// `npm test`: every check and suite that this machine supports, then a report of durations, a line for
// each skipped suite and a line of counts. Passes its arguments on to Jest (paths, -t PATTERN).
// `npm run test:long`: suites that take too long for every change, or the named ones.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { lackForCluster } from '../../test/cluster/requirements.ts';
import { givenCluster } from '../../test/e2e/support/given-cluster.ts';
import {
  IMAGE_TESTS,
  nightLines,
  partsLeftIn,
  type NightlyName,
} from '../../test/support/nightly.ts';
import { BOUND_WORKERS, boundWorkers, boundWorkersFor } from './bound-workers.ts';
import { planChanged } from './changed.ts';
import { checkRequest } from './check-request.ts';
import { runChecks } from './checks.ts';
import { countLines, overBudget, readCounts, withoutBudget } from './counts.ts';
import { readDurations, slowerLines, writeDurations, type Measured } from './durations.ts';
import { readImages, rememberImages } from './images-tier.ts';
import { root, runJest, type JestRun, type Outcome } from './jest-run.ts';
import { longSuites } from './long-suites.ts';
import { refusalOfRecord } from './record.ts';
import { readRequest, type TestRequest } from './request.ts';
import type { Step, TestFile } from './tiers.ts';
import { timeLines } from './times.ts';
import { USAGE, UsageError } from './usage.ts';

const MAIN = 'jest.config.js';
const END_TO_END = 'test/e2e';

const NEARLY_DONE_REPORTER = path.join(root, 'test', 'support', 'nearly-done-reporter.ts');
const POLL_MS = 500;
/** The node type whose examples and properties alone run in the tests of nodes. */
const NODE_VARIABLE = 'MILLRACE_PARITY_NODE';
/** Paths of tests that the configurations leave out, as JSON. */
const LEFT_OUT_VARIABLE = 'MILLRACE_TESTS_LEFT_OUT';

const request = await requested(process.argv.slice(2));
const scratch = mkdtempSync(path.join(os.tmpdir(), 'millrace-test-'));
const skipReport = path.join(scratch, 'skips.jsonl');
const countReport = path.join(scratch, 'counts.jsonl');
const isRequired = process.env.MILLRACE_REQUIRE_ALL === '1';
const total = { passed: 0, failed: 0, skipped: 0 };
const checks: Step[] = [];
const files: TestFile[] = [];
/** Parts that this run leaves to the night, and the commit at which the tests of images passed. */
const leftToNight: NightlyName[] = [];
let imagesPassedAt: string | null = null;

try {
  if (request.isLong) await runLong();
  else if (request.changed !== null) await runChanged(request.changed.since);
  else if (request.others.length > 0) await runAsked();
  else await runWhole();
  for (const line of reportLines()) console.log(line);
  const isRefused = request.isRecord && !record();
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
  process.exitCode = total.failed > 0 || isRefused ? 1 : 0;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Reads the arguments. Prints the options or a mistake, and exits, before anything runs. */
async function requested(words: readonly string[]): Promise<TestRequest> {
  try {
    const read = readRequest(words);
    if (!read.isHelp) {
      await checkRequest(root, read);
      return read;
    }
    console.log(USAGE);
    process.exit(0);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}

/** Everything: the checks, the suite of `jest.config.js`, and the end-to-end suite. */
async function runWhole(): Promise<void> {
  const images = readImages();
  const tested = { inputs: images.inputs, commit: commit() };
  // A record has the seconds of every file.
  const passedAt = request.isRecord ? null : images.passedAt;
  if (passedAt !== null) process.env[LEFT_OUT_VARIABLE] = JSON.stringify(IMAGE_TESTS);
  const clusterPrepared = prepareCluster(passedAt === null);
  const checked = await runChecks();
  checks.push(...checked.checks);
  add(checked);
  const nearlyDone = path.join(scratch, 'nearly-done');
  const othersDone = path.join(scratch, 'others-done');
  const main = jest({
    config: MAIN,
    arguments: [...BOUND_WORKERS, '--reporters=default', `--reporters=${NEARLY_DONE_REPORTER}`],
    env: { MILLRACE_TEST_NEARLY_DONE: nearlyDone },
  }).finally(() => {
    for (const file of [nearlyDone, othersDone]) writeFileSync(file, '');
  });
  const cluster = clusterAfter(nearlyDone, clusterPrepared, othersDone);
  add(await main);
  await cluster;
  imagesPassedAt = passedAt;
  leftToNight.push('everywhere', ...(passedAt === null ? [] : ['images' as const]));
  const hasPassed = !existsSync(skipReport) && total.failed === 0;
  if (hasPassed && passedAt === null) rememberImages(tested);
  if (!request.isRecord) judgeWhole(hasPassed);
}

/**
 * Runs the end-to-end suite. It starts the cluster and installs the chart beside the last files of the suite
 * before, and its first test when that suite is done.
 */
async function clusterAfter(
  nearlyDone: string,
  prepared: Promise<void>,
  othersDone: string,
): Promise<void> {
  await prepared;
  while (!existsSync(nearlyDone)) await delay(POLL_MS);
  await runEndToEnd([], { MILLRACE_TEST_OTHERS_DONE: othersDone });
}

/** Holds the counts of a whole run against their budgets, and its times against the recorded ones. */
function judgeWhole(hasPassed: boolean): void {
  const measured = measuredRun();
  const recorded = readDurations(root);
  const over = hasPassed ? overBudget(measured.counts, recorded.counts) : [];
  for (const line of over) console.log(`over budget: ${line}`);
  for (const line of withoutBudget(measured.counts, recorded.counts)) console.log(line);
  total.failed += over.length;
  for (const line of slowerLines(measured, recorded)) console.log(line);
}

/**
 * Writes what the run measured, after its report: a refusal must not hide what failed.
 * @returns whether it did
 */
function record(): boolean {
  const refusal = refusalOfRecord({ ...total, skippedSuites: skippedSuites().length });
  if (refusal === null) writeDurations(root, commit(), measuredRun());
  else console.log(refusal);
  return refusal === null;
}

function measuredRun(): Measured {
  return { checks, files, counts: countsOf().counts, seconds: performance.now() / 1000 };
}

/** The given paths and options, in the suite that has them. */
async function runAsked(): Promise<void> {
  if (request.node !== null) process.env[NODE_VARIABLE] = request.node;
  const isEndToEnd = request.others.some((argument) => argument.startsWith(END_TO_END));
  if (isEndToEnd) await runEndToEnd(request.others.filter((word) => !isWholeSuite(word)));
  else {
    const bound = await boundWorkersFor(root, request.others);
    add(await jest({ config: MAIN, arguments: [...bound, ...request.others] }));
  }
}

/** The tests that a change can make fail. The checks and the end-to-end suite are left to the whole run. */
async function runChanged(since: string | null): Promise<void> {
  const { lines, isWhole, runs } = planChanged(root, since);
  for (const line of lines) console.log(line);
  if (isWhole) {
    await runWhole();
    return;
  }
  for (const run of runs) {
    const env = run.node === null ? {} : { [NODE_VARIABLE]: run.node };
    const words = [...boundWorkers(run.files), ...run.arguments, ...request.others];
    add(await jest({ config: MAIN, arguments: words, env }));
  }
}

/** The folder stands for the whole suite, though a part of it has another folder. */
function isWholeSuite(argument: string): boolean {
  return argument.replace(/\/$/, '') === END_TO_END;
}

async function runLong(): Promise<void> {
  const { suites, others } = longSuites(request.others);
  for (const { title, config, lack } of suites) {
    const lacking = lack();
    if (lacking === null) add(await jest({ config, arguments: others }));
    else leaveOut(title, lacking);
  }
}

/** Its tests run last: the cluster needs the whole machine. */
async function runEndToEnd(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const lack = givenCluster() === null ? lackForCluster() : null;
  if (lack !== null) {
    leaveOut('end to end', lack);
    return;
  }
  const config = `${END_TO_END}/jest.config.js`;
  const ofTier = { ...env, MILLRACE_TEST_TIER: 'cluster' };
  add(await jest({ config, arguments: words, tier: 'cluster', env: ofTier }));
}

async function jest(run: Omit<JestRun, 'env'> & { env?: JestRun['env'] }): Promise<Outcome> {
  const env = { MILLRACE_SKIP_REPORT: skipReport, MILLRACE_TEST_COUNTS: countReport, ...run.env };
  const outcome = await runJest(scratch, { ...run, env });
  if (!request.isLong) {
    const ran = outcome.files.map((file) => file.path);
    leftToNight.push(...partsLeftIn(ran, { ...process.env, ...env }));
  }
  return outcome;
}

/**
 * Builds the programs and images of the end-to-end suite into the user's cache while the other suites
 * run. The suite builds what is missing, and reports why when it cannot.
 * @param withAll also those that only the tests of images use
 */
async function prepareCluster(withAll: boolean): Promise<void> {
  if (givenCluster() !== null || lackForCluster() !== null) return;
  const prepare = path.join(root, 'test', 'cluster', 'prepare.ts');
  const words = [process.execPath, prepare, ...(withAll ? ['--all'] : [])];
  const child = spawn('nice', ['-n', '19', ...words], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, MILLRACE_TEST_COUNTS: countReport },
  });
  await once(child, 'exit');
}

function add({ passed, failed, skipped, files: own }: Outcome): void {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  files.push(...own);
}

/** A skipped suite fails the run where every suite is required. */
function leaveOut(suite: string, lack: string): void {
  if (isRequired) total.failed += 1;
  const line = { suite, reason: isRequired ? `it is required, but ${lack}` : lack };
  appendFileSync(skipReport, `${JSON.stringify(line)}\n`);
}

function reportLines(): readonly string[] {
  const { made, counts } = countsOf();
  const skipped = skippedSuites().map(({ suite, reason }) => `skipped ${suite}: ${reason}`);
  return [
    ...timeLines({ checks, files, made, seconds: performance.now() / 1000 }),
    ...countLines(counts),
    ...nightLines(leftToNight, imagesPassedAt),
    ...(skipped.length === 0 ? ['No suite was skipped.'] : skipped),
  ];
}

function countsOf(): ReturnType<typeof readCounts> {
  return readCounts(countReport);
}

function skippedSuites(): { suite: string; reason: string }[] {
  if (!existsSync(skipReport)) return [];
  const lines = readFileSync(skipReport, 'utf8').trim().split('\n');
  return [...new Set(lines)].map((line) => JSON.parse(line) as { suite: string; reason: string });
}

/** @returns the present commit, with `+` when files differ from it; empty outside a checkout */
function commit(): string {
  const git = (...args: readonly string[]): string =>
    spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();
  const isClean = git('status', '--porcelain') === '';
  return `${git('rev-parse', '--short=12', 'HEAD')}${isClean ? '' : '+'}`;
}
