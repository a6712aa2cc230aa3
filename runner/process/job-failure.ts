import { NodeError, UserError } from '../domain/errors.ts';
import { fullDiskSentence } from '../domain/full-disk.ts';
import type { JobFailure } from '../domain/runner-job.ts';
import { UnknownNodeError } from '../graph/validate-graph.ts';
import { ObjectNotFoundError } from '../storage/object-store.ts';

/** Converts the error of a job to the failure that the API receives. */
export function jobFailure(error: unknown): JobFailure {
  if (error instanceof UnknownNodeError) {
    return { kind: 'notFound', message: error.message, nodeId: error.nodeId };
  }
  if (error instanceof NodeError) {
    return { kind: 'user', message: error.message, nodeId: error.nodeId };
  }
  if (error instanceof UserError) return { kind: 'user', message: error.message };
  const fullDisk = fullDiskSentence(error);
  if (fullDisk !== null) return { kind: 'unavailable', message: fullDisk };
  const message = error instanceof Error ? error.message : String(error);
  return { kind: error instanceof ObjectNotFoundError ? 'notFound' : 'internal', message };
}
