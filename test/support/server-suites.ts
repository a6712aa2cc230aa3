import path from 'node:path';
import { toolsNamed } from '../cluster/tools.ts';
import { CONTROL_PLANE_TOOLS } from './control-plane.ts';
import { goTool } from './go-tool.ts';
import { S3_SERVER } from './s3-server.ts';
import { skipSuite } from './skips.ts';

const root = path.resolve(import.meta.dirname, '..', '..');

/** Files that can prove nothing without servers which Go builds, with what each proves. */
const SUITES: Readonly<Record<string, string>> = {
  'api/executors/kubernetes/kubernetes-runs.test.ts': 'runs in a cluster',
  'api/executors/kubernetes/left-runs.test.ts': 'runs in a cluster',
  'api/executors/kubernetes/service.test.ts': 'the service with a cluster',
  'api/features/runs/events/events-in-cluster.test.ts': 'events of runs in a cluster',
  'api/features/runs/runs-on-s3.test.ts': 'runs on S3',
  'operator/operator.test.ts': 'operator',
};

/**
 * Jest's filter of test files: builds the servers at their first use (minutes), before a test's time
 * runs; leaves out, told aloud, what cannot run without them.
 * @throws Error when every suite is required and they cannot be built
 */
async function withServers(files: readonly string[]): Promise<{ filtered: readonly string[] }> {
  const needing = files.filter((file) => suiteOf(file) !== undefined);
  if (needing.length === 0 || (await areServersThere())) return { filtered: files };
  for (const file of needing) {
    skipSuite(suiteOf(file) ?? file, 'its servers are built by Go: install Go 1.25 or newer');
  }
  return { filtered: files.filter((file) => !needing.includes(file)) };
}

function suiteOf(file: string): string | undefined {
  return SUITES[path.relative(root, file).replaceAll(path.sep, '/')];
}

async function areServersThere(): Promise<boolean> {
  const controlPlane = await toolsNamed(CONTROL_PLANE_TOOLS);
  return controlPlane !== null && (await goTool(S3_SERVER)) !== null;
}

// Jest requires its filter, and calls what it gets.
export { withServers as 'module.exports' };
