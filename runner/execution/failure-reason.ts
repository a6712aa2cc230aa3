import { NodeError, UserError } from '../domain/errors.ts';
import { UpstreamFailure } from './engine-adapter.ts';

/** Why a node failed, in words for the user, without the node's name. */
export function failureReason(error: unknown): string {
  if (error instanceof NodeError) return error.reason;
  if (error instanceof UserError) return error.message;
  if (error instanceof UpstreamFailure) return failureReason(error.cause);
  if (!(error instanceof Error)) return `Unexpected error: ${String(error)}`;
  // Polars marks everything it reports so; its first line says what and where, the rest is the plan.
  if ('code' in error && error.code === 'GenericFailure') return firstLine(error.message);
  return `Unexpected error: ${firstLine(error.message)}`;
}

/** Whether the error is a defect of ours rather than something that data or config explain. */
export function isDefect(error: unknown): boolean {
  if (error instanceof UpstreamFailure) return isDefect(error.cause);
  if (error instanceof UserError) return false;
  return !(error instanceof Error && 'code' in error && error.code === 'GenericFailure');
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.trim() ?? text;
}
