import { UserError } from '../domain/errors.ts';
import { evaluationError } from '../expressions/evaluation-error.ts';
import { failingSource } from '../expressions/failing-source.ts';
import type { CompiledExpression } from '../expressions/index.ts';
import type { TypedExpression } from '../expressions/typed-expression.ts';
import type { RowProbe } from './row-probe.ts';

/** The number of rows that are searched first; each further step searches four times as many. */
const FIRST_ROWS = 4096;

/** A failed evaluation of a node. */
export interface FailedNode {
  readonly error: unknown;
  /** The expressions that the node evaluates for each input row. */
  readonly expressions: () => readonly CompiledExpression[];
  /** Opens the input for the search. @param columns the columns that the expressions read */
  readonly probe: (columns: readonly string[]) => RowProbe;
}

/**
 * Explains why a node failed: the column and row of the first failing cell, and the error of its
 * operation. The search evaluates parts of the input again: about as many rows as precede the cell.
 * @returns the error itself when none of its expressions fails, or when the search fails
 */
export function locatedFailure({ error, expressions, probe }: FailedNode): unknown {
  try {
    const all = expressions();
    const constants = all.filter(({ columnsUsed }) => columnsUsed.length === 0);
    const suspects = all.filter(({ columnsUsed }) => columnsUsed.length > 0);
    return constantFailure(constants, error) ?? searchFailure(probe, suspects, error) ?? error;
  } catch {
    // The error of the node explains more than the error of the search.
    return error;
  }
}

function constantFailure(
  constants: readonly CompiledExpression[],
  cause: unknown,
): UserError | null {
  const noColumns = { length: 1, names: [], columns: [] };
  for (const { root } of constants) {
    const failure = evaluationError(root, noColumns);
    if (failure !== null) return new UserError(failure.message, { cause });
  }
  return null;
}

function searchFailure(
  openProbe: FailedNode['probe'],
  suspects: readonly CompiledExpression[],
  cause: unknown,
): UserError | null {
  if (suspects.length === 0) return null;
  const columns = new Set(suspects.flatMap(({ columnsUsed }) => columnsUsed));
  const probe = openProbe([...columns]);
  const row = firstFailingRow(probe.rows, (from, to) => probe.fails(suspects, from, to));
  if (row === null) return null;
  const cells = probe.readRow(row);
  const failureOf = (node: TypedExpression): UserError | null => evaluationError(node, cells);
  for (const { root } of suspects) {
    const failure = failureOf(root);
    if (failure === null) continue;
    const location = `${innermostSource(root, failureOf)}, row ${row + 1} of the input`;
    return new UserError(`${location}: ${failure.message}`, { cause });
  }
  return null;
}

/**
 * The index of the first failing row, null when none fails.
 * @param fails whether any row in the range fails; `to` is exclusive
 */
export function firstFailingRow(
  rows: number,
  fails: (from: number, to: number) => boolean,
): number | null {
  let from = 0;
  let to = Math.min(rows, FIRST_ROWS);
  while (!fails(from, to)) {
    if (to >= rows) return null;
    from = to;
    to = Math.min(rows, to * 4);
  }
  while (to - from > 1) {
    const middle = from + Math.floor((to - from) / 2);
    if (fails(from, middle)) to = middle;
    else from = middle;
  }
  return from;
}

/** Names the failing column, or the innermost failing part of the expression. */
function innermostSource(
  root: TypedExpression,
  failureOf: (node: TypedExpression) => UserError | null,
): string {
  let source: string | undefined;
  let failing: TypedExpression | undefined = root;
  let innermost = root;
  while (failing?.kind === 'call') {
    innermost = failing;
    source = failing.source ?? source;
    failing = failing.args.find((arg) => arg.kind === 'call' && failureOf(arg) !== null);
  }
  return failingSource(innermost, source);
}
