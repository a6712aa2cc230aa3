import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { withAncestors } from '../../graph/graph-index.ts';
import type { PlannedNode } from '../../graph/validate-graph.ts';
import type { NodeFrame } from '../node-frame.ts';
import { isDefect } from '../failure-reason.ts';
import type { OutputToStore } from './cache-store.ts';
import type { CachedFlow } from './cached-flow.ts';
import { summaryOf, type NodeSummary } from './node-summary.ts';
import { isCacheable } from './restore-plan.ts';

/** Work of less time, in milliseconds, is repeated rather than stored. */
const MIN_STORED_MS = 200;

type Frames<F> = ReadonlyMap<string, NodeFrame<F>>;

/**
 * Stores the results of nodes. A node is stored when its rows are evaluated and a later run would need longer
 * than a bound to compute them from the stored ones: its time with that of the ancestors down to these.
 */
export class NodeStorage<F> {
  readonly #flow: CachedFlow<F>;
  /** The time to compute the rows of a node from what is stored, in milliseconds. */
  readonly #costs = new Map<string, number>();
  readonly #stored = new Set<string>();

  constructor(flow: CachedFlow<F>) {
    this.#flow = flow;
  }

  /** Call it after the result of a node that was executed is recorded, while its frame is kept. */
  async executed(step: PlannedNode, durationMs: number): Promise<void> {
    const { plan, evaluation } = this.#flow;
    const { id } = step.node;
    const sources = new Set(
      plan.index.incoming(id).map(({ source }) => evaluation.ownerOf(source)),
    );
    const cost = [...sources].reduce(
      (sum, owner) => sum + (this.#costs.get(owner) ?? 0),
      durationMs,
    );
    this.#costs.set(id, cost);
    if (cost < MIN_STORED_MS || !this.#canStore(step)) return;
    if (!this.#isEvaluated(step)) return;
    if (await this.#store(step)) this.#costs.set(id, 0);
  }

  /**
   * Stores the nodes of a failed run from which another run can continue, whatever their time was.
   * @param errorMessage null: the run succeeded, and nothing is stored
   */
  async finished(errorMessage: string | null): Promise<void> {
    if (errorMessage === null) return;
    for (const step of this.#flow.plan.steps) {
      if (this.#canStore(step) && this.#succeeded(step.node.id) && this.#isFrontier(step)) {
        await this.#store(step);
      }
    }
  }

  #canStore(step: PlannedNode): boolean {
    const { id } = step.node;
    const { keys, evaluation, results } = this.#flow;
    if (!isCacheable(step) || !keys.has(id) || evaluation.ownerOf(id) !== id) return false;
    return !this.#stored.has(id) && results.resultOf(id)?.cached !== true;
  }

  /** Whether storing the node costs no evaluation. Nobody reads the rows of a last node. */
  #isEvaluated(step: PlannedNode): boolean {
    const { engine, evaluation } = this.#flow;
    const frames = [...(evaluation.framesOf(step.node.id)?.values() ?? [])];
    const isPending = frames.some(({ frame }) => engine.pendingNodes(frame).length > 0);
    return !isPending || this.#readers(step).length === 0;
  }

  #succeeded(nodeId: string): boolean {
    return this.#flow.results.resultOf(nodeId)?.status === 'success';
  }

  /** Whether a run that continues reads the rows of the node or shows its report. */
  #isFrontier(step: PlannedNode): boolean {
    const readers = this.#readers(step);
    return readers.length === 0 || readers.some((id) => !this.#succeeded(id) || this.#isOutput(id));
  }

  #isOutput(nodeId: string): boolean {
    const { steps } = this.#flow.plan;
    return steps.some(({ node, definition }) => node.id === nodeId && definition.kind === 'output');
  }

  /** The nodes that read the frames of an owner. */
  #readers({ node }: PlannedNode): readonly string[] {
    const { plan, evaluation } = this.#flow;
    return plan.steps
      .filter((other) => evaluation.ownerOf(other.node.id) === node.id)
      .flatMap((member) => plan.index.outgoing(member.node.id).map(({ target }) => target));
  }

  /** @returns false when it failed or the frames were released */
  async #store(step: PlannedNode): Promise<boolean> {
    const { keys, store, onDefect } = this.#flow;
    const key = keys.get(step.node.id);
    const result = this.#flow.results.resultOf(step.node.id);
    const frames = this.#readers(step).length === 0 ? new Map<string, never>() : this.#frames(step);
    if (key === undefined || result === null || frames === null) return false;
    try {
      const outputs = await this.#write(frames);
      await store.write(key, { summary: summaryOf(result), outputs, ...this.#origin(step) });
      this.#stored.add(step.node.id);
      return true;
    } catch (error) {
      // A frame that was not evaluated yet can fail; the run has reported why.
      if (isDefect(error)) onDefect(error);
      return false;
    }
  }

  /** The frames of a node, also if only the output node that has the same frame is left. */
  #frames({ node, definition }: PlannedNode): Frames<F> | null {
    const { plan, evaluation } = this.#flow;
    const held = evaluation.framesOf(node.id);
    if (held !== null || definition.outputs.length !== 1) return held;
    const output = plan.index.outgoing(node.id).find(({ target }) => this.#isOutput(target));
    const [frame] =
      (output === undefined ? null : evaluation.framesOf(output.target))?.values() ?? [];
    return frame === undefined ? null : new Map([[definition.outputs[0]?.id ?? '', frame]]);
  }

  async #write(frames: Frames<F>): Promise<readonly OutputToStore[]> {
    const outputs: OutputToStore[] = [];
    for (const [handle, { frame }] of frames) {
      const file = path.join(this.#flow.scratch, `${randomUUID()}.parquet`);
      const written = await this.#flow.engine.write(frame, 'columnar', file);
      outputs.push({ handle, path: file, ...written });
    }
    return outputs;
  }

  /** The reports of the ancestors, and the datasets that they read. */
  #origin({ node }: PlannedNode): {
    readonly ancestors: Readonly<Record<string, NodeSummary>>;
    readonly datasets: readonly string[];
  } {
    const { plan, keys, results, inputs } = this.#flow;
    const ids = withAncestors(plan.index, node.id);
    const ancestors = [...ids].flatMap((id) => {
      const [key, result] = [keys.get(id), results.resultOf(id)];
      if (id === node.id || key === undefined || result === null) return [];
      return [[key, summaryOf(result)] as const];
    });
    const datasets = inputs
      .filter(({ nodeId }) => ids.has(nodeId))
      .map(({ datasetId }) => datasetId);
    return { ancestors: Object.fromEntries(ancestors), datasets: [...new Set(datasets)] };
  }
}
