import type { Readable } from 'node:stream';
import { ObjectNotFoundError, type ObjectStore } from '../../../runner/storage/object-store.ts';
import { invalid, listedNodes, notFound, type DomainError } from '../errors.ts';
import type { RunStore, StoredOutput } from './store.ts';

/** The file of an output. The caller must read or destroy `body`. */
export interface OpenedOutput {
  readonly output: StoredOutput;
  readonly body: Readable;
  readonly bytes: number;
}

/** The run has several outputs, so the caller has to name the node. */
export class AmbiguousOutputError extends Error {
  override readonly name = 'AmbiguousOutputError';
  readonly nodeIds: readonly string[];

  constructor(nodeIds: readonly string[]) {
    super(`The run has outputs of several nodes: ${listedNodes(nodeIds)}`);
    this.nodeIds = nodeIds;
  }
}

/**
 * Opens the file that an output node of a run wrote.
 * @param nodeId undefined: the only output of the run
 * @throws DomainError invalid for a malformed id of run or node, not_found for an unknown run or output;
 *   AmbiguousOutputError
 */
export async function openRunOutput(
  deps: { readonly store: Pick<RunStore, 'findOutputs'>; readonly objects: ObjectStore },
  runId: string,
  nodeId: string | undefined,
): Promise<OpenedOutput> {
  checkId('run_id', runId);
  if (nodeId !== undefined) checkId('node_id', nodeId);
  const outputs = await deps.store.findOutputs(runId);
  if (outputs === null) throw notFound('FlowRun', runId);
  const nodeIds = outputs.map((output) => output.nodeId);
  if (nodeId === undefined && nodeIds.length > 1) throw new AmbiguousOutputError(nodeIds);
  const output = outputs.find((each) => nodeId === undefined || each.nodeId === nodeId);
  const missing = noOutput(nodeId === undefined ? runId : `${runId}/${nodeId}`, nodeIds);
  if (output === undefined) throw missing;
  try {
    return { output, ...(await deps.objects.get(output.key)) };
  } catch (error) {
    if (error instanceof ObjectNotFoundError) throw missing;
    throw error;
  }
}

/** @throws DomainError invalid */
function checkId(field: string, id: string): void {
  if (!/^[A-Za-z0-9_-]+$/.test(id)) {
    throw invalid(`"${field}" may have letters, digits, "_" and "-" only.`);
  }
}

function noOutput(id: string, nodeIds: readonly string[]): DomainError {
  const hint =
    nodeIds.length === 0
      ? 'The run wrote no output.'
      : `The run has outputs of: ${listedNodes(nodeIds)}.`;
  return notFound('Output file', id, hint);
}
