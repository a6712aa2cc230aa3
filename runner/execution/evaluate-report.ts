import { buildChart } from '../charts/build-chart.ts';
import { columnWarnings, valueWarnings } from '../charts/chart-warnings.ts';
import type { ChartTable } from '../charts/chart-table.ts';
import type { Relation } from '../plan/relation.ts';
import type { Artifact } from '../plan/operators/reports.ts';
import { leavesOf } from '../plan/rewrite.ts';
import { reportingOperators } from '../plan/traits.ts';
import type { EngineAdapter, TransformStep } from './engines/engine-adapter.ts';
import { evaluateCheck } from './evaluate-check.ts';
import type { NodeReport } from './node-report.ts';

/** Evaluates a relation of the node on the engine of the run. */
export type Evaluate<F> = (relation: Relation) => F;

/**
 * Evaluates what the operators of a node report, on the same inputs as its rows.
 * @throws CheckFailure for a violated check of the mode `error`; UserError, UpstreamFailure
 */
export function evaluateReport<F>(
  engine: EngineAdapter<F>,
  relation: Relation,
  step: Omit<TransformStep<F>, 'relation'>,
): NodeReport {
  const once = { ...step, consumers: 1, isOnlyWritten: false };
  const evaluate = (each: Relation): F => {
    if (each.op === 'input') return step.input(each);
    // A check may read a small input of the node only, such as the keys of a lookup.
    return engine.transform({ ...once, relation: each, sources: leavesOf(each).map(step.input) });
  };
  const reports = reportingOperators(relation).map((operator): NodeReport => {
    if (operator.op === 'check') return evaluateCheck(engine, operator, evaluate);
    return chartReport(engine, operator, evaluate);
  });
  const warnings = reports.flatMap((report) => report.warnings);
  return reports.reduce<NodeReport>((all, one) => ({ ...all, ...one, warnings }), { warnings });
}

function chartReport<F>(
  engine: EngineAdapter<F>,
  { chart, input, tables }: Artifact,
  evaluate: Evaluate<F>,
): NodeReport {
  const evaluated = Object.entries(tables).map(([name, table]): [string, ChartTable] => {
    const frame = evaluate(table);
    const cells: ChartTable['cells'] = (column) => engine.cells(frame, column);
    return [name, { columns: table.columns, rows: engine.countRows(frame), cells }];
  });
  const rowsSeen = engine.countRows(evaluate(input));
  const drawn = buildChart(chart, Object.fromEntries(evaluated), rowsSeen);
  const byColumn = columnWarnings(chart, input.columns).map(({ message }) => message);
  return {
    warnings: byColumn.length > 0 ? byColumn : valueWarnings(drawn, input.columns),
    chart: drawn,
  };
}
