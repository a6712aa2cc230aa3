import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { OUTPUT_SUFFIX } from '../../../runner/domain/file-format.ts';
import { ObjectNotFoundError, type ObjectStore } from '../../../runner/storage/object-store.ts';
import { badRequest, notFound } from '../../http/errors.ts';
import type { RunStore } from './store.ts';

/** A file on its way to a client. */
export interface OutputFile {
  readonly body: Readable;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Opens the file that an output node of a run wrote.
 * @throws ApiError 400 for a node id that no file can have, 404 for what is not there
 */
export async function outputFileOf(
  parts: { readonly store: RunStore; readonly objects: ObjectStore },
  runId: string,
  nodeId: string,
): Promise<OutputFile> {
  if (!/^[A-Za-z0-9_-]+$/.test(nodeId)) {
    throw badRequest('"node_id" may have letters, digits, "_" and "-" only.');
  }
  if ((await parts.store.status(runId)) === null) throw notFound('FlowRun', runId);
  const output = await parts.store.findOutput(runId, nodeId);
  if (output === null) throw notFound('Output file', `${runId}/${nodeId}`);
  try {
    const { body, bytes } = await parts.objects.get(output.key);
    const name = `${nodeId}${OUTPUT_SUFFIX[output.format]}`;
    // Keys of outputs name run, attempt and node, and are written once.
    const tag = createHash('sha256').update(output.key).digest('base64url');
    const headers = {
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(bytes),
      'Content-Disposition': `attachment; filename="${name}"`,
      ETag: `"${tag}"`,
      'Accept-Ranges': 'none',
      'Last-Modified': output.finishedAt.toUTCString(),
    };
    return { body, headers };
  } catch (error) {
    if (error instanceof ObjectNotFoundError) throw notFound('Output file', `${runId}/${nodeId}`);
    throw error;
  }
}
