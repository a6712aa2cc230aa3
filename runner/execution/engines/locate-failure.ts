import { UserError } from '../../domain/errors.ts';
import { compiled } from '../../expressions/compiled-expression.ts';
import type { CompiledExpression } from '../../expressions/index.ts';
import type { Call, Typed } from '../../expressions/typed.ts';
import type { RowProbe } from './row-probe.ts';

/** Rows that are searched first; each further step takes four times as many. */
const FIRST_ROWS = 4096;
/** Characters of an expression that a message shows. */
const MAX_SHOWN = 200;

/** What is known of a node that failed. */
export interface FailedNode {
  readonly error: unknown;
  /** The expressions that the node evaluates in each row of its input. */
  readonly expressions: () => readonly CompiledExpression[];
  /** Makes its input ready for the search. @param columns those that the expressions read */
  readonly probe: (columns: readonly string[]) => RowProbe;
}

/**
 * The error of a node that failed, with column and row of the first cell that made it fail. The cell is
 * searched for only now, by evaluating parts of the input again: about as many rows as come before it.
 * @returns the error itself when no value of its expressions is at fault, or the search fails
 */
export function locatedFailure({ error, expressions, probe }: FailedNode): unknown {
  try {
    const suspects = expressions().filter(({ columnsUsed }) => columnsUsed.length > 0);
    if (suspects.length === 0) return error;
    const columns = new Set(suspects.flatMap(({ columnsUsed }) => columnsUsed));
    return searched(probe([...columns]), suspects, error) ?? error;
  } catch {
    // The error that the node failed with explains more than that of the search.
    return error;
  }
}

function searched(
  probe: RowProbe,
  suspects: readonly CompiledExpression[],
  cause: unknown,
): UserError | null {
  const row = firstFailingRow(probe.rows, (from, to) => probe.failure(suspects, from, to) !== null);
  if (row === null) return null;
  const failureAt = (node: Typed): UserError | null =>
    probe.failure([compiled(node)], row, row + 1);
  for (const { root } of suspects) {
    const failure = failureAt(root);
    if (failure === null) continue;
    const place = `${innermostPlace(root, failureAt)}, row ${row + 1} of the input`;
    return new UserError(`${place}: ${failure.message}`, { cause });
  }
  return null;
}

/** Null: no row fails. @param fails whether any row from the first to the second, exclusive, does */
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

/** Names the column whose cell fails, or the part of the expression whose value does. */
function innermostPlace(root: Typed, failureAt: (node: Typed) => UserError | null): string {
  let source: string | undefined;
  let failing: Typed | undefined = root;
  let innermost = root;
  while (failing?.kind === 'call') {
    innermost = failing;
    source = failing.source ?? source;
    failing = failing.args.find((arg) => arg.kind === 'call' && failureAt(arg) !== null);
  }
  const column = innermost.kind === 'call' ? onlyColumn(innermost) : undefined;
  if (column !== undefined) return `Column "${column}"`;
  return source === undefined ? 'A value' : `Expression "${shown(source)}"`;
}

/** The column that an operation reads, where it reads nothing else but constants. */
function onlyColumn({ args }: Call): string | undefined {
  const [first, ...others] = args.filter((arg) => arg.kind !== 'literal');
  return first?.kind === 'column' && others.length === 0 ? first.name : undefined;
}

function shown(source: string): string {
  const line = Array.from(source.replaceAll(/\s+/g, ' '));
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN).join('')}…` : line.join('');
}
