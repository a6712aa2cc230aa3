import fc from 'fast-check';
import { PLAN_ENGINES, type Evaluate } from '../../../test/support/evaluate-plan.ts';
import { frameOf, rowsOf } from '../../../test/support/frame-arbitrary.ts';
import { PLAN_COLUMNS, planOf } from '../../../test/support/plan-arbitrary.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { schemaOf } from '../../engines/pandas/kernels/columns/column-access.ts';
import type { Frame } from '../../engines/pandas/frame.ts';
import type { Relation } from '../relation.ts';
import { reportingOperators } from '../traits.ts';
import { allColumns } from './columns-needed.ts';
import { fuseProjections } from './fuse-projections.ts';
import { optimize } from './optimize.ts';
import { dropDeadFields } from './prune-columns.ts';
import { pushFilters } from './push-filters.ts';
import { pushSlices } from './push-slices.ts';
import { relationKey } from './relation-key.ts';

const PASSES: readonly (readonly [string, (relation: Relation) => Relation])[] = [
  ['pushFilters', pushFilters],
  ['pushSlices', pushSlices],
  ['fuseProjections', fuseProjections],
  ['dropDeadFields', (relation) => dropDeadFields(relation, allColumns(relation))],
  ['all passes', optimize],
];
const FRAMES = fc.tuple(frameOf(PLAN_COLUMNS, 10), frameOf(PLAN_COLUMNS, 6));

/** The cells, the types and what checks and charts read, or that there is a failure. */
function outcome(evaluate: Evaluate, relation: Relation, frames: readonly Frame[]): object {
  try {
    const frame = evaluate(relation, frames);
    const reports = reportingOperators(relation).map((operator) => {
      const read = operator.op === 'check' ? [operator.input] : Object.values(operator.tables);
      return { op: operator.op, tables: read.map((table) => rowsOf(evaluate(table, frames))) };
    });
    return { columns: schemaOf(frame), rows: rowsOf(frame), reports };
  } catch {
    return { failure: true };
  }
}

it.each(PLAN_ENGINES)(
  'a plan has the same rows, order, types and reports with and without each pass on %s',
  (engine, evaluate) => {
    // A lazy plan of polars skips a failure of which nothing is read; stages.test has such plans.
    fc.assert(
      fc.property(planOf(8, engine === 'pandas'), FRAMES, ({ relation }, frames) => {
        const without = outcome(evaluate, relation, frames);
        for (const [pass, apply] of PASSES) {
          const next = apply(relation);
          if (relationKey(next) === relationKey(relation)) continue;
          const result = { pass, ...outcome(evaluate, next, frames) };
          expect(result).toEqual({ pass, ...without });
        }
      }),
      propertyRuns(engine === 'pandas' ? 600 : 40),
    );
  },
);
