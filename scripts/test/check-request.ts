import { commitOf } from '../changed-tests.ts';
import { pathPatterns } from './jest-options.ts';
import type { TestRequest } from './request.ts';
import { UsageError } from './usage.ts';

/**
 * Refuses a request that names what does not exist, before anything runs.
 * @param root the folder of the repository
 * @throws UsageError with what to write instead
 */
export async function checkRequest(root: string, request: TestRequest): Promise<void> {
  const { changed, node } = request;
  if (changed !== null && changed.since !== null) checkCommit(root, changed.since);
  if (node !== null) await checkNode(node);
  await pathPatterns(request.others);
}

function checkCommit(root: string, since: string): void {
  try {
    commitOf(root, since);
  } catch (error) {
    throw asUsageError(error);
  }
}

/** The registry of nodes takes a second to load. */
async function checkNode(id: string): Promise<void> {
  const { selectedNodes } = await import('../../test/parity/nodes/selected-nodes.ts');
  try {
    selectedNodes({ MILLRACE_PARITY_NODE: id });
  } catch (error) {
    throw asUsageError(error);
  }
}

function asUsageError(error: unknown): UsageError {
  return new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
}
