import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundleFolder, bundlesFolder } from './fresh-bundle.mjs';
import { installTools } from './install.mjs';

const BUILD_WITHIN_MS = 120_000;
const RETRY_AFTER_MS = 24 * 60 * 60_000;

/**
 * Builds the bundle of the programs, unless it exists. Its tools are installed for the build only. Without a bundle the
 * service runs from its sources, so a failure is printed and not tried again before a day has passed.
 * @param {string} root the clone, with the packages of the service
 * @param {{ npm: string | undefined, needsNode: boolean }} tools the path of npm; whether the clone has its own Node
 */
export async function ensureBundle(root, { npm, needsNode }) {
  if (npm === undefined) return;
  const failed = path.join(bundlesFolder(root), 'failed');
  try {
    if (existsSync(bundleFolder(root)) || isRecent(failed)) return;
    await installTools(root, 'rolldown', { npm, needsNode }, (tools, node) => {
      build(root, tools, node);
    });
    rmSync(failed, { force: true });
  } catch (error) {
    remember(failed, error.message);
    process.stderr.write(
      `The programs could not be bundled, so Millrace runs from its sources, which start more slowly. The next try is in a day: ${error.message}\n`,
    );
  }
}

/** The folder may be one that this account cannot write to, so that each start tries. */
function remember(failed, message) {
  try {
    mkdirSync(path.dirname(failed), { recursive: true });
    writeFileSync(failed, message);
  } catch {
    // The failure itself is printed.
  }
}

function isRecent(file) {
  return existsSync(file) && Date.now() - statSync(file).mtimeMs < RETRY_AFTER_MS;
}

function build(root, tools, node) {
  const script = path.join(root, 'scripts', 'bundle', 'main.ts');
  const { status, signal, error, stderr } = spawnSync(
    node,
    ['--no-warnings', script, '--tools', tools],
    { encoding: 'utf8', timeout: BUILD_WITHIN_MS, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  if (status === 0) return;
  throw new Error(error?.message ?? `the bundler ended with ${status ?? signal}: ${stderr.trim()}`);
}
