import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import TestRunner from 'jest-runner';

/** Files that disturb the control plane or the node, which all installations share. */
const DISTURBS_CLUSTER = /[\\/]whole-cluster[\\/]/;

const POLL_MS = 200;
/** The suite before this one is nearly done when this one prepares itself. */
const OTHERS_WITHIN_MS = 30 * 60_000;

/**
 * Runs test files in parallel, each worker with an installation of its own: a file may restart,
 * break or empty its installation. Afterwards runs the files that disturb the cluster one at a time.
 */
export default class InstallationRunner extends TestRunner {
  /** @type {TestRunner['runTests']} */
  async runTests(tests, watcher, { serial }) {
    const disturbing = tests.filter(({ path }) => DISTURBS_CLUSTER.test(path));
    const others = tests.filter((test) => !disturbing.includes(test));
    const workers = serial ? 1 : this._globalConfig.maxWorkers;
    const installations = await install(Math.min(workers, others.length));
    await othersAreDone();
    if (others.length > 0) await super.runTests(others, watcher, { serial: installations === 1 });
    if (disturbing.length > 0) await super.runTests(disturbing, watcher, { serial: true });
  }
}

/**
 * Waits for the suite that runs while this one prepares itself: the tests need the machine for themselves. It
 * creates the file that the variable names when it is done.
 */
async function othersAreDone() {
  const file = process.env.MILLRACE_TEST_OTHERS_DONE;
  if (file === undefined) return;
  const deadline = performance.now() + OTHERS_WITHIN_MS;
  while (!existsSync(file) && performance.now() < deadline) await delay(POLL_MS);
}

/**
 * Installs the chart and publishes the installations in an environment variable.
 * @param {number} requested
 * @returns {Promise<number>} the number of installations
 */
async function install(requested) {
  const cluster = globalThis.millraceTestCluster;
  if (cluster === undefined) throw new Error('The cluster is missing: run global-setup.ts first');
  try {
    const count = Math.max(1, Math.min(requested, cluster.maxInstallations));
    const places = await cluster.install(count);
    process.env.MILLRACE_E2E = JSON.stringify(places);
    return places.length;
  } catch (error) {
    // Jest runs no teardown after a runner that failed.
    await cluster.remove();
    throw error;
  }
}
