import { createHash } from 'node:crypto';
import { MEDIA_TYPE, OUTPUT_SUFFIX } from '../../../runner/domain/file-format.ts';
import { listedNodes } from '../../domain/errors.ts';
import type { AmbiguousOutputError, OpenedOutput } from '../../domain/runs/open-run-output.ts';
import { ValidationFailedError } from '../../http/errors.ts';

/** The response headers of the download of an output. */
export function outputHeaders({ output, bytes }: OpenedOutput): Record<string, string> {
  const { nodeId, key, format, finishedAt } = output;
  // The id of a node may have any characters, unless the request names it.
  const name = `${nodeId.replace(/[^A-Za-z0-9_-]/g, '_')}${OUTPUT_SUFFIX[format]}`;
  // The key of an output names the run, the attempt and the node, and is written once.
  const tag = createHash('sha256').update(key).digest('base64url');
  return {
    'Content-Type': MEDIA_TYPE[format],
    'Content-Disposition': `attachment; filename="${name}"`,
    ETag: `"${tag}"`,
    'Accept-Ranges': 'none',
    'Last-Modified': finishedAt.toUTCString(),
    'Content-Length': String(bytes),
  };
}

/** 422: the query has to name the output node. */
export function missingNodeId({ nodeIds }: AmbiguousOutputError): ValidationFailedError {
  const msg = `Field required: the run has outputs of ${listedNodes(nodeIds)}`;
  return new ValidationFailedError([{ loc: ['query', 'node_id'], msg, type: 'missing' }]);
}
