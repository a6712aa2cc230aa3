import type { ColumnSchema } from '../domain/column.ts';
import { UserError } from '../domain/errors.ts';
import type { JsonObject } from '../domain/json.ts';
import type { InputBinding } from '../domain/run-spec.ts';
import type { ExecutionPlan, PlannedNode } from '../graph/validate-graph.ts';
import type { TransformNode } from '../nodes/definition.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { ObjectNotFoundError } from '../storage/object-store.ts';
import type { EngineAdapter } from './engines/engine-adapter.ts';
import { nodeInputs } from '../graph/node-inputs.ts';

/** The frame of a node with its columns. */
export interface NodeFrame<F> {
  readonly frame: F;
  readonly columns: readonly ColumnSchema[];
}

/** The dependencies of FlowEvaluation. */
export interface EvaluationContext<F> {
  readonly engine: EngineAdapter<F>;
  readonly store: ObjectStore;
  /** A folder for temporary files of the job. */
  readonly scratch: string;
  readonly parameters: JsonObject;
  /** The value of `now()` in expressions. */
  readonly localTime: string;
  readonly inputs: readonly InputBinding[];
}

/**
 * Evaluates the nodes of a plan one by one. A frame is released after its last consumer, unless `keep`
 * selects its node.
 */
export class FlowEvaluation<F> {
  readonly #plan: ExecutionPlan;
  readonly #context: EvaluationContext<F>;
  readonly #bindings: ReadonlyMap<string, InputBinding>;
  readonly #keep: (step: PlannedNode) => boolean;
  readonly #frames = new Map<string, NodeFrame<F>>();
  readonly #pendingConsumers = new Map<string, number>();

  constructor(
    plan: ExecutionPlan,
    context: EvaluationContext<F>,
    keep: (step: PlannedNode) => boolean,
  ) {
    this.#plan = plan;
    this.#context = context;
    this.#keep = keep;
    this.#bindings = new Map(context.inputs.map((input) => [input.nodeId, input]));
    for (const step of plan.steps) {
      this.#pendingConsumers.set(step.node.id, this.#countConsumers(step));
    }
  }

  /** Evaluates a node whose sources were evaluated. @throws UserError, UpstreamFailure */
  async evaluate(step: PlannedNode): Promise<NodeFrame<F>> {
    const result = await this.#evaluate(step);
    this.#frames.set(step.node.id, result);
    return result;
  }

  /** Releases the inputs of a node. Call it after the last query on the node's frame. */
  releaseInputs(step: PlannedNode): void {
    for (const { source } of this.#plan.index.incoming(step.node.id)) this.#release(source);
  }

  /** The frame of an evaluated node. @throws Error when it was released */
  frameOf(nodeId: string): NodeFrame<F> {
    return frameIn(this.#frames, nodeId);
  }

  #countConsumers(step: PlannedNode): number {
    return this.#plan.index.outgoing(step.node.id).length + (this.#keep(step) ? 1 : 0);
  }

  async #evaluate(step: PlannedNode): Promise<NodeFrame<F>> {
    const { definition } = step;
    switch (definition.kind) {
      case 'input':
        return await this.#readInput(step);
      case 'output':
        return nodeInputs(step.node, this.#plan.index, (id) => this.frameOf(id)).one();
      case 'transform':
        return this.#transform(step, definition);
    }
  }

  async #readInput({ node }: PlannedNode): Promise<NodeFrame<F>> {
    const binding = this.#bindings.get(node.id);
    if (binding === undefined) throw new UserError('No dataset is chosen.');
    const path = await this.#localPath(binding);
    const frame = await this.#context.engine.readFile({ path, ...binding });
    return { frame, columns: binding.columns };
  }

  async #localPath(binding: InputBinding): Promise<string> {
    try {
      return await this.#context.store.localFile(binding.dataKey, this.#context.scratch);
    } catch (error) {
      if (!(error instanceof ObjectNotFoundError)) throw error;
      throw new UserError(
        `The data of dataset "${binding.datasetName}", version ${binding.versionNumber}, is gone.`,
      );
    }
  }

  #transform({ node, config }: PlannedNode, definition: TransformNode<unknown>): NodeFrame<F> {
    const { index } = this.#plan;
    const { parameters, localTime } = this.#context;
    const context = { parameters, localTime };
    // A lazy node can fail after these frames are released, so keep them for the error search.
    const sources = index
      .incoming(node.id)
      .map(({ source }) => [source, this.frameOf(source)] as const);
    const frames = new Map(sources);
    const columnsIn = nodeInputs(node, index, (id) => frameIn(frames, id).columns);
    const columns = definition.columns(columnsIn, config, context);
    const step = {
      nodeId: node.id,
      definition,
      config,
      context,
      inputs: nodeInputs(node, index, (id) => frameIn(frames, id).frame),
      sources: sources.map(([, { frame }]) => frame),
      columns,
      expressions: () => definition.expressions?.(columnsIn, config, context) ?? [],
      consumers: this.#pendingConsumers.get(node.id) ?? 0,
      scratch: this.#context.scratch,
    };
    return { frame: this.#context.engine.transform(step), columns };
  }

  #release(nodeId: string): void {
    const pending = (this.#pendingConsumers.get(nodeId) ?? 0) - 1;
    this.#pendingConsumers.set(nodeId, pending);
    if (pending <= 0) this.#frames.delete(nodeId);
  }
}

function frameIn<F>(frames: ReadonlyMap<string, NodeFrame<F>>, nodeId: string): NodeFrame<F> {
  const found = frames.get(nodeId);
  if (found === undefined) throw new Error(`Frame of node ${nodeId} is missing`);
  return found;
}
