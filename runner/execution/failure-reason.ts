import { NodeError, UserError } from '../domain/errors.ts';
import { fullDiskSentence } from '../domain/full-disk.ts';
import { isPolarsError, polarsReason } from '../engines/polars/pinned/errors.ts';
import { userErrorFromPolars } from '../expressions/user-error-from-polars.ts';
import { UpstreamFailure } from '../engine-adapters/engine-adapter.ts';

/** The user-facing reason why a node failed, without the node's label. */
export function failureReason(error: unknown): string {
  if (error instanceof NodeError) return error.reason;
  if (error instanceof UserError) return error.message;
  if (error instanceof UpstreamFailure) return failureReason(error.cause);
  const fullDisk = fullDiskSentence(error);
  if (fullDisk !== null) return fullDisk;
  if (isPolarsError(error)) return userErrorFromPolars(error)?.message ?? polarsReason(error);
  return `Unexpected error: ${firstLine(error instanceof Error ? error.message : String(error))}`;
}

/** Whether the error is an internal defect rather than caused by data, config or a full disk. */
export function isDefect(error: unknown): boolean {
  if (error instanceof UpstreamFailure) return isDefect(error.cause);
  if (error instanceof UserError || isPolarsError(error)) return false;
  return fullDiskSentence(error) === null;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.trim() ?? text;
}
