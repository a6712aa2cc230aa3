import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { MEDIA_TYPE, OUTPUT_SUFFIX } from '../../../runner/domain/file-format.ts';
import { ObjectNotFoundError, type ObjectStore } from '../../../runner/storage/object-store.ts';
import { invalid, notFound } from '../../domain/errors.ts';
import { ValidationFailedError } from '../../http/errors.ts';
import type { RunStore, StoredOutput } from '../../domain/runs/store.ts';

/** A file on its way to a client. */
export interface OutputFile {
  readonly body: Readable;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Opens the file that an output node of a run wrote.
 * @param nodeId absent: the only output of the run
 * @throws DomainError invalid for a node id that no file can have, not_found for what is not there; ApiError 422 without a
 * node id where the run has several outputs
 */
export async function outputFileOf(
  deps: { readonly store: RunStore; readonly objects: ObjectStore },
  runId: string,
  nodeId: string | undefined,
): Promise<OutputFile> {
  if (nodeId !== undefined && !/^[A-Za-z0-9_-]+$/.test(nodeId)) {
    throw invalid('"node_id" may have letters, digits, "_" and "-" only.');
  }
  const outputs = await deps.store.findOutputs(runId, nodeId);
  if (outputs === null) throw notFound('FlowRun', runId);
  const [output, ...others] = outputs;
  if (others.length > 0) throw severalOutputs(others.length + 1);
  const missing = notFound('Output file', nodeId === undefined ? runId : `${runId}/${nodeId}`);
  if (output === undefined) throw missing;
  try {
    const { body, bytes } = await deps.objects.get(output.key);
    return { body, headers: { ...headersOf(output), 'Content-Length': String(bytes) } };
  } catch (error) {
    if (error instanceof ObjectNotFoundError) throw missing;
    throw error;
  }
}

function headersOf({ nodeId, key, format, finishedAt }: StoredOutput): Record<string, string> {
  // An id that a caller did not send may have any characters.
  const name = `${nodeId.replace(/[^A-Za-z0-9_-]/g, '_')}${OUTPUT_SUFFIX[format]}`;
  // Keys of outputs name run, attempt and node, and are written once.
  const tag = createHash('sha256').update(key).digest('base64url');
  return {
    'Content-Type': MEDIA_TYPE[format],
    'Content-Disposition': `attachment; filename="${name}"`,
    ETag: `"${tag}"`,
    'Accept-Ranges': 'none',
    'Last-Modified': finishedAt.toUTCString(),
  };
}

function severalOutputs(count: number): ValidationFailedError {
  const msg = `Field required: the run has ${count} outputs`;
  return new ValidationFailedError([{ loc: ['query', 'node_id'], msg, type: 'missing' }]);
}
