import type { NodeFrame } from './node-frame.ts';
import { UserError } from '../domain/errors.ts';
import type { NullReport } from '../plan/operators/reports.ts';
import type { DiscoveredPivot } from '../plan/operators/pivot.ts';
import { headValues, pivotCells } from '../plan/builders/head-values.ts';
import { withHeads } from '../plan/builders/pivot-plan.ts';
import { checkNewColumns, maxNewColumns } from '../graph/new-columns.ts';
import { relationWarnings } from '../graph/relation-warnings.ts';
import { isDiscovered, type Input, type NodeOutput, type Relation } from '../plan/relation.ts';
import type { ScriptContext } from '../scripts/evaluate-script.ts';
import type { EngineAdapter, TransformStep } from '../engine-adapters/engine-adapter.ts';
import type { DatabaseContext } from './database-context.ts';
import { nullWarnings } from './evaluate-nulls.ts';
import { evaluateReport } from './evaluate-report.ts';
import { NO_REPORT } from './node-report.ts';

/** The evaluation of an output of a node. */
export interface OutputStep<F> extends Omit<TransformStep<F>, 'relation'> {
  readonly scripts: ScriptContext;
  readonly databases: DatabaseContext;
}

/**
 * Evaluates an output of a node and what it reports. A discovered schema is known in the result, so the
 * nodes that read it are lowered against the actual columns.
 * @throws UserError, among them CheckFailure; UpstreamFailure
 */
export async function evaluateOutput<F>(
  engine: EngineAdapter<F>,
  output: NodeOutput,
  { scripts, databases, live, ...step }: OutputStep<F>,
): Promise<NodeFrame<F>> {
  // Most flows have no script, database or storage: an idle runner is not to load the code for them.
  if (output.op === 'opaque' || output.op === 'discoveredOpaque') {
    const { evaluateScript } = await import('../scripts/evaluate-script.ts');
    const declared = output.op === 'opaque' ? output.columns : null;
    const evaluated = await evaluateScript(engine, { script: output, declared }, step, scripts);
    const { columns } = evaluated.relation;
    checkNewColumns(columns, output.inputs, maxNewColumns(process.env));
    return { ...evaluated, report: NO_REPORT };
  }
  if (output.op === 'discoveredSource') {
    const { readDatabase } = await import('./read-database.ts');
    return await readDatabase(engine, output, { ...databases, scratch: step.scratch });
  }
  if (output.op === 'discoveredObject') {
    const { readObject } = await import('./read-object.ts');
    return await readObject(engine, output, { ...databases, scratch: step.scratch });
  }
  if (isDiscovered(output)) return evaluatePivot(engine, output, step);
  // First, since a violated check may be what bounds the rows: keys that must be unique before a join.
  const report = evaluateReport(engine, output, step);
  const unchanged = unchangedInput(output);
  const frame =
    unchanged === null
      ? engine.transform({ ...step, relation: output, live })
      : step.input(unchanged);
  const nulls = output.op === 'nullReport' ? evaluateNulls(engine, output, { ...step, frame }) : [];
  const warnings = [...report.warnings, ...messagesOf(output), ...nulls];
  return { frame, relation: output, report: { ...report, warnings } };
}

/** Counts nulls in the frame of the node, so that no column is computed for its report only. */
function evaluateNulls<F>(
  engine: EngineAdapter<F>,
  output: NullReport,
  { frame, ...step }: Omit<TransformStep<F>, 'relation'> & { readonly frame: F },
): readonly string[] {
  const once = { ...step, consumers: 1, isKept: false };
  return nullWarnings(engine, output, {
    input: (relation) => engine.transform({ ...once, relation }),
    result: (relation) =>
      engine.transform({ ...once, relation, input: () => frame, sources: [frame] }),
    isEvaluated: engine.pendingNodes(frame).length === 0,
    rows: () => engine.countRows(frame),
  });
}

/** Evaluates the cells, reads the values that become columns, and evaluates the pivot of them. */
function evaluatePivot<F>(
  engine: EngineAdapter<F>,
  output: DiscoveredPivot,
  step: Omit<TransformStep<F>, 'relation'>,
): NodeFrame<F> {
  const { column, input: relation } = output;
  const cells = engine.transform({ ...step, relation });
  const evaluate = (next: Relation): F =>
    engine.transform({ ...step, relation: next, input: () => cells, sources: [cells] });
  const distinct = evaluate(headValues(output));
  const count = engine.countRows(distinct);
  const max = maxNewColumns(process.env);
  if (count > max) {
    throw new UserError(
      `"${column.name}" has ${count} values, and each would be a column. At most ${max} are allowed. Filter or group the values, or raise SERVICE_MAX_NEW_COLUMNS.`,
    );
  }
  const pivot = withHeads(output, engine.cells(distinct, column.name), 'columns');
  return {
    frame: evaluate({ ...pivot, input: pivotCells(output) }),
    relation: pivot,
    report: { warnings: messagesOf(output) },
  };
}

function messagesOf(output: NodeOutput): readonly string[] {
  return relationWarnings(output).map(({ message }) => message);
}

/** The input that a node returns as it is; null for a node that computes something. */
function unchangedInput(relation: Relation): Input | null {
  if (relation.op === 'input') return relation;
  const { op } = relation;
  return op === 'sink' || op === 'check' || op === 'artifact' || op === 'nullReport'
    ? unchangedInput(relation.input)
    : null;
}
