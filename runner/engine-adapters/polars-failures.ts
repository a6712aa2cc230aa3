import { columnExpression } from '../engines/polars/column-expression.ts';
import type { PolarsLibrary } from '../engines/polars/frame.ts';
import { isPolarsError, overflownInteger } from '../engines/polars/pinned/errors.ts';
import { toCompiledExpression } from '../expressions/compiled-expression.ts';
import { inputsOf, type Relation } from '../plan/relation.ts';
import {
  aggregateOverflow,
  failingColumns,
  failingExpressions,
  fallibleOperators,
  windowOverflow,
} from '../plan/traits.ts';
import { locatedFailure } from './locate-failure.ts';
import type { PolarsQueries } from './polars-queries.ts';
import { polarsRowProbe } from './polars-row-probe.ts';
import { compileStep, type PolarsStep } from './polars-step.ts';
import type { FusedNode } from './polars-table.ts';
import type { RowProbe } from './row-probe.ts';

/** Finds the cells that make a node fail. */
export class PolarsFailures {
  readonly #library: PolarsLibrary;
  readonly #queries: PolarsQueries;

  constructor(library: PolarsLibrary, queries: PolarsQueries) {
    this.#library = library;
    this.#queries = queries;
  }

  /** Evaluates every cell that can fail and discards the values. @throws UpstreamFailure, UserError */
  check(step: PolarsStep, fused: readonly FusedNode[]): void {
    for (const operator of fallibleOperators(step.relation)) {
      const { lazy, columns } = compileStep(this.#library, step, operator);
      const cells = failingColumns(operator).map((name) =>
        columnExpression(this.#library, columns, name).count(),
      );
      this.#queries.collect(
        lazy.select(...(cells.length > 0 ? cells : [this.#library.len()])),
        fused,
      );
    }
  }

  /** Adds the place of the failing cell to an error of the node. */
  locate(step: PolarsStep, error: unknown): unknown {
    if (!isPolarsError(error)) return error;
    for (const operator of fallibleOperators(step.relation)) {
      if (operator.op === 'aggregate') {
        if (overflownInteger(error) !== undefined) return aggregateOverflow(operator);
        continue;
      }
      if (operator.op === 'window') {
        if (overflownInteger(error) !== undefined) return windowOverflow(operator);
        continue;
      }
      const suspects = failingExpressions(operator).map(toCompiledExpression);
      const [input] = inputsOf(operator);
      if (suspects.length === 0 || input === undefined) continue;
      const probe = (columns: readonly string[]): RowProbe => this.#probe(input, columns, step);
      const located = locatedFailure({ error, expressions: () => suspects, probe });
      if (located !== error) return located;
    }
    return error;
  }

  /** Opens the rows of a relation of the node for a search. */
  #probe(relation: Relation, columns: readonly string[], step: PolarsStep): RowProbe {
    const frame = compileStep(this.#library, step, relation);
    const { fused, scratch } = step;
    const lazy = frame.lazy.select(
      ...columns.map((name) => columnExpression(this.#library, frame.columns, name)),
    );
    const isEvaluated = fused.length === 0 && relation.op === 'input';
    const source = isEvaluated ? lazy : this.#queries.sink({ lazy, fused }, scratch).lazy;
    return polarsRowProbe(this.#library, source, this.#queries.count(source));
  }
}
