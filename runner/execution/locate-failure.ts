import { UserError } from '../domain/errors.ts';
import type { ColumnSchema } from '../domain/column.ts';
import type { NodeInputs } from '../nodes/definition.ts';
import {
  UpstreamFailure,
  type CellFailure,
  type EngineAdapter,
  type TransformStep,
} from './engines/engine-adapter.ts';
import { failureReason, isDefect } from './failure-reason.ts';

/**
 * Evaluates a transform node. When a cell makes it fail, the error names column and row of the first
 * such cell, which is searched for only then.
 * @throws UserError, UpstreamFailure
 */
export function transformOrLocate<F>(
  engine: EngineAdapter<F>,
  step: TransformStep<F>,
  columnsIn: NodeInputs<readonly ColumnSchema[]>,
): F {
  try {
    return engine.transform(step);
  } catch (error) {
    throw locatedFailure(engine, { step, columnsIn, error }) ?? error;
  }
}

interface Failure<F> {
  readonly step: TransformStep<F>;
  readonly columnsIn: NodeInputs<readonly ColumnSchema[]>;
  readonly error: unknown;
}

/** Null when no cell of the node's own input is at fault, or the search for it fails. */
function locatedFailure<F>(
  engine: EngineAdapter<F>,
  { step, columnsIn, error }: Failure<F>,
): UserError | null {
  if (isUpstream(error, step.nodeId) || isDefect(error)) return null;
  const offenders = step.definition.offenders?.(columnsIn, step.config) ?? [];
  if (offenders.length === 0) return null;
  const cell = searchCell(() => engine.findFailure(step.inputs.one(), offenders));
  if (cell === null) return null;
  const place = `Column "${cell.column}", row ${cell.row + 1} of the input`;
  return new UserError(`${place}: ${failureReason(cell.error)}`, { cause: error });
}

function searchCell(search: () => CellFailure | null): CellFailure | null {
  try {
    return search();
  } catch {
    // The error that the node failed with explains more than that of the search.
    return null;
  }
}

function isUpstream(error: unknown, nodeId: string): boolean {
  return error instanceof UpstreamFailure && error.nodeId !== nodeId;
}
