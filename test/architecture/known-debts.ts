import type { Circle } from './circles.ts';

// What breaks a rule of the architecture today. The lists may only shrink: tests fail on what is not here, and
// on an entry that is mended but still here. Each list is sorted. The number of edges of a
// circle may only shrink too: otherwise it would grow within the files that it has.

/** Folders of `runner/` that import each other, types included. */
export const FOLDER_CIRCLES: readonly Circle[] = [
  { edges: 2, members: ['runner/engines', 'runner/expressions'] },
];

/** Files that load each other. */
export const LOADED_FILE_CIRCLES: readonly Circle[] = [
  { edges: 2, members: ['runner/expressions/parse-primary.ts', 'runner/expressions/parse.ts'] },
];

/** Files that import each other, types included. */
export const FILE_CIRCLES: readonly Circle[] = [
  { edges: 2, members: ['runner/expressions/parse-primary.ts', 'runner/expressions/parse.ts'] },
  {
    edges: 6,
    members: [
      'runner/plan/builders/bin-plan.ts',
      'runner/plan/builders/describe-plan.ts',
      'runner/plan/builders/explode-plan.ts',
      'runner/plan/table.ts',
    ],
  },
  {
    edges: 24,
    members: [
      'runner/plan/operators/aggregate.ts',
      'runner/plan/operators/bin.ts',
      'runner/plan/operators/columns.ts',
      'runner/plan/operators/correlate.ts',
      'runner/plan/operators/describe.ts',
      'runner/plan/operators/digest.ts',
      'runner/plan/operators/inputs.ts',
      'runner/plan/operators/opaque.ts',
      'runner/plan/operators/pivot.ts',
      'runner/plan/operators/reports.ts',
      'runner/plan/operators/reshape.ts',
      'runner/plan/operators/rows.ts',
      'runner/plan/relation.ts',
    ],
  },
];

/**
 * Files that execute flows and are loaded by the API, which executes none: nearly all are kernels that
 * `runner/expressions/operations` has in closures.
 */
export const EXECUTING_FILES_IN_API: readonly string[] = [
  'runner/engines/pandas/deferred-column.ts',
  'runner/engines/pandas/kernels/aggregates/aggregate-column.ts',
  'runner/engines/pandas/kernels/aggregates/compensation.ts',
  'runner/engines/pandas/kernels/aggregates/count-by-hash.ts',
  'runner/engines/pandas/kernels/aggregates/distinct-count.ts',
  'runner/engines/pandas/kernels/aggregates/float-aggregate.ts',
  'runner/engines/pandas/kernels/aggregates/group-moments.ts',
  'runner/engines/pandas/kernels/aggregates/integer-aggregate.ts',
  'runner/engines/pandas/kernels/aggregates/midpoint.ts',
  'runner/engines/pandas/kernels/aggregates/modes.ts',
  'runner/engines/pandas/kernels/aggregates/quantiles.ts',
  'runner/engines/pandas/kernels/aggregates/representative-rows.ts',
  'runner/engines/pandas/kernels/aggregates/select-place.ts',
  'runner/engines/pandas/kernels/cells/choose.ts',
  'runner/engines/pandas/kernels/cells/datetimes.ts',
  'runner/engines/pandas/kernels/cells/floats.ts',
  'runner/engines/pandas/kernels/cells/integers.ts',
  'runner/engines/pandas/kernels/cells/operand.ts',
  'runner/engines/pandas/kernels/cells/predicates.ts',
  'runner/engines/pandas/kernels/cells/replace-cells.ts',
  'runner/engines/pandas/kernels/cells/texts.ts',
  'runner/engines/pandas/kernels/columns/bit-words.ts',
  'runner/engines/pandas/kernels/columns/column-access.ts',
  'runner/engines/pandas/kernels/columns/column-of-texts.ts',
  'runner/engines/pandas/kernels/columns/compute-cells.ts',
  'runner/engines/pandas/kernels/columns/concat-columns.ts',
  'runner/engines/pandas/kernels/columns/exact-integers.ts',
  'runner/engines/pandas/kernels/columns/null-mask.ts',
  'runner/engines/pandas/kernels/columns/take-rows.ts',
  'runner/engines/pandas/kernels/columns/text-order.ts',
  'runner/engines/pandas/kernels/columns/texts-of.ts',
  'runner/engines/pandas/kernels/columns/unite-dictionaries.ts',
  'runner/engines/pandas/kernels/columns/unite-texts.ts',
  'runner/engines/pandas/kernels/rows/dense-codes.ts',
  'runner/engines/pandas/kernels/rows/group-rows.ts',
  'runner/engines/pandas/kernels/rows/pair-table.ts',
  'runner/engines/pandas/kernels/rows/radix-sort.ts',
  'runner/engines/pandas/kernels/rows/sort-frame.ts',
  'runner/engines/pandas/kernels/windows/nearest-valid-rows.ts',
  'runner/engines/pandas/kernels/windows/rank-rows.ts',
  'runner/engines/pandas/kernels/windows/rolling-aggregate.ts',
  'runner/engines/pandas/kernels/windows/rolling-integer-sums.ts',
  'runner/engines/pandas/kernels/windows/rolling-medians.ts',
  'runner/engines/pandas/kernels/windows/rolling-moments.ts',
  'runner/engines/pandas/kernels/windows/running-aggregate.ts',
  'runner/engines/pandas/kernels/windows/sliding-fold.ts',
  'runner/engines/pandas/kernels/windows/window-column.ts',
  'runner/engines/pandas/kernels/windows/window-rows.ts',
  'runner/engines/plus-base.ts',
  'runner/engines/polars/aggregate-expression.ts',
  'runner/engines/polars/column-expression.ts',
  'runner/engines/polars/column-types.ts',
  'runner/engines/polars/midpoint.ts',
  'runner/engines/polars/pinned/divisor-in-rows.ts',
  'runner/engines/polars/pinned/expression-form.ts',
  'runner/engines/polars/pinned/functions.ts',
  'runner/engines/polars/pinned/null-keys.ts',
  'runner/engines/polars/row-count.ts',
  'runner/formats/header-names.ts',
];
