import type { PreviewJob, PreviewResult } from '../domain/runner-job.ts';
import { PROFILE_ROWS } from '../formats/profile.ts';
import type { ExecutionPlan } from '../graph/validate-graph.ts';
import { relationWarnings } from '../graph/relation-warnings.ts';
import { inlineInputs, type InlinedPlan } from '../plan/inline-inputs.ts';
import { countedPart, hasHead, headOf, headOverRows } from '../plan/leading-part.ts';
import { optimize } from '../plan/passes/optimize.ts';
import { relationKey } from '../plan/passes/relation-key.ts';
import { isDiscovered, type Input, type NodeOutput, type Relation } from '../plan/relation.ts';
import { reportingOperators } from '../plan/traits.ts';
import { stagesOf, type Stage } from '../plan/stages.ts';
import { readScriptSettings } from '../scripts/script-settings.ts';
import type { TransformStep } from '../engine-adapters/engine-adapter.ts';
import { evaluateOutput } from './evaluate-output.ts';
import type { FlowEvaluation } from './flow-evaluation.ts';
import { previewFrame, type PreviewOptions } from './preview-frame.ts';
import { NO_DATABASES } from './database-context.ts';

/** A flow whose target is previewed. */
export interface PreviewedFlow<F> {
  readonly plan: ExecutionPlan;
  readonly targetId: string;
  readonly evaluation: FlowEvaluation<F>;
}

/**
 * Evaluates a node and its ancestors as one optimized plan: the columns and rows that nothing reads are not
 * computed, and of the result only the first rows and their number.
 * @returns null for a flow that is evaluated node by node: no engine evaluates its plan as a whole
 * @throws UserError, UpstreamFailure: which node fails is not known
 */
export async function previewWhole<F>(
  { plan, targetId, evaluation }: PreviewedFlow<F>,
  options: PreviewOptions<F>,
  job: Pick<PreviewJob, 'limit' | 'profile'>,
): Promise<PreviewResult | null> {
  const output = evaluation.outputOf(targetId);
  const inlined = output === undefined || warns(output) ? null : inlineInputs(output);
  if (inlined === null || inlined.relation.op === 'input') return null;
  const frames = new Map<string, F>();
  for (const step of plan.steps) {
    if (step.definition.kind !== 'input' || evaluation.ownerOf(step.node.id) !== step.node.id)
      continue;
    const { frame, relation } = await evaluation.evaluate(step);
    frames.set(relationKey(relation), frame);
  }
  const stages = new StagedPlan(inlined, frames, { ...options, nodeId: targetId });
  const preview = await stages.preview(job);
  const warnings = output === undefined ? [] : relationWarnings(output);
  return { ...preview, warnings: warnings.map(({ message }) => ({ nodeId: targetId, message })) };
}

/** Whether the node has a check that warns, or reports nulls: its plan as a whole leaves them out. */
function warns(output: NodeOutput): boolean {
  if (isDiscovered(output)) return false;
  if (output.op === 'nullReport') return true;
  return reportingOperators(output).some((each) => each.op === 'check' && each.mode === 'warn');
}

/** Evaluates the stages of an optimized plan. */
class StagedPlan<F> {
  readonly #plan: InlinedPlan;
  readonly #sources: ReadonlyMap<string, F>;
  readonly #options: PreviewOptions<F> & { readonly nodeId: string };
  readonly #results = new Map<Stage, F>();

  constructor(
    plan: InlinedPlan,
    sources: ReadonlyMap<string, F>,
    options: PreviewOptions<F> & { readonly nodeId: string },
  ) {
    this.#plan = plan;
    this.#sources = sources;
    this.#options = options;
  }

  async preview({ limit, profile }: Pick<PreviewJob, 'limit' | 'profile'>): Promise<PreviewResult> {
    const { engine } = this.#options;
    const { earlier, last } = stagesOf(optimize(this.#plan.relation));
    for (const stage of earlier) this.#results.set(stage, await this.#evaluate(stage));
    const rows = profile ? Math.max(limit, PROFILE_ROWS) : limit;
    const { columns } = last.relation;
    if (!hasHead(last.relation)) {
      const frame = await this.#evaluate(last);
      return previewFrame(
        { frame, columns, rowCount: engine.countRows(frame), warnings: [] },
        engine,
        {
          limit,
          profile,
        },
      );
    }
    const head = engine.isLazy ? this.#query(last, rows) : this.#headOverRows(last, rows);
    return previewFrame({ ...head, columns, warnings: [] }, engine, { limit, profile });
  }

  /** The first rows by a query of their own, and another one for the number of rows. */
  #query(stage: Stage, rows: number): { readonly frame: F; readonly rowCount: number } {
    const { engine } = this.#options;
    const evaluate = (relation: Relation): F =>
      engine.transform({ ...this.#step(stage), relation, isKept: false });
    const frame = evaluate(headOf(stage.relation, rows));
    const found = engine.countRows(frame);
    if (found < rows) return { frame, rowCount: found };
    return { frame, rowCount: engine.countRows(evaluate(countedPart(stage.relation))) };
  }

  /** All rows, and what is computed for each of them for the first ones only. */
  #headOverRows(stage: Stage, count: number): { readonly frame: F; readonly rowCount: number } {
    const { engine } = this.#options;
    const { rows, leaf, head } = headOverRows(stage.relation, count);
    const step = this.#step(stage);
    const all = engine.transform({ ...step, relation: rows });
    const input = (one: Input): F => (one === leaf ? all : step.input(one));
    const frame = engine.transform({ ...step, relation: head, input, sources: [all] });
    return { frame, rowCount: engine.countRows(all) };
  }

  async #evaluate(stage: Stage): Promise<F> {
    const { engine, scripts } = this.#options;
    const settings = scripts ?? readScriptSettings(process.env);
    const context = { settings, onOutput: () => undefined };
    const step = {
      ...this.#step(stage),
      live: stage.live,
      scripts: context,
      databases: NO_DATABASES,
    };
    return (await evaluateOutput(engine, stage.relation, step)).frame;
  }

  #step({ leaves, stages, readers }: Stage): Omit<TransformStep<F>, 'relation'> {
    const { nodeId, scratch } = this.#options;
    const input = (leaf: Input): F => {
      const stage = stages.get(leaf);
      const frame =
        stage === undefined ? this.#sources.get(relationKey(leaf)) : this.#results.get(stage);
      if (frame === undefined) throw new Error('A leaf of the plan has no frame.');
      return frame;
    };
    return { nodeId, input, sources: leaves.map(input), consumers: readers, scratch };
  }
}
