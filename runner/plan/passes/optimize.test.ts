import fc from 'fast-check';
import { difference } from '../../../test/parity/difference.ts';
import type { ReadTable } from '../../../test/parity/table-file.ts';
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

interface Outcome {
  readonly failed: boolean;
  /** The result, and the tables that checks and charts read. */
  readonly tables: readonly (readonly [string, ReadTable])[];
}

function outcome(evaluate: Evaluate, relation: Relation, frames: readonly Frame[]): Outcome {
  try {
    const tableOf = (table: Relation): ReadTable => {
      const frame = evaluate(table, frames);
      return { columns: schemaOf(frame), rows: rowsOf(frame) };
    };
    const reports = reportingOperators(relation).flatMap((operator) => {
      const read = operator.op === 'check' ? [operator.input] : Object.values(operator.tables);
      return read.map((table) => [operator.op, tableOf(table)] as const);
    });
    return { failed: false, tables: [['result', tableOf(relation)], ...reports] };
  } catch {
    return { failed: true, tables: [] };
  }
}

/** The first difference; null: none. Floats may differ in their last digits, since a pass may change the order of a sum. */
function differenceOf(without: Outcome, result: Outcome): string | null {
  if (without.failed !== result.failed) return `${result.failed ? 'only' : 'not'} the pass fails`;
  const [names, others] = [without, result].map(({ tables }) =>
    String(tables.map(([name]) => name)),
  );
  if (names !== others) return `${String(others)} instead of ${String(names)}`;
  const found = without.tables.map(([, table], place) =>
    difference(result.tables[place]?.[1] ?? { columns: [], rows: [] }, table),
  );
  return found.find((each) => each !== null) ?? null;
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
          const found = differenceOf(without, outcome(evaluate, next, frames));
          expect({ pass, found }).toEqual({ pass, found: null });
        }
      }),
      propertyRuns(engine === 'pandas' ? 600 : 40),
    );
  },
);
