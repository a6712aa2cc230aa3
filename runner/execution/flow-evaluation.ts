import { UserError } from '../domain/errors.ts';
import type { GraphEdge } from '../domain/graph.ts';
import type { JsonObject } from '../domain/json.ts';
import type { InputBinding } from '../domain/run-spec.ts';
import type { ExecutionPlan, PlannedNode } from '../graph/validate-graph.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { ObjectNotFoundError } from '../storage/object-store.ts';
import type { EngineAdapter } from './engines/engine-adapter.ts';
import { evaluateOutput, type NodeFrame } from './evaluate-output.ts';
import { lowerNode, outputOf } from '../graph/lower-node.ts';
import { nodeInputs } from '../graph/node-inputs.ts';
import type { Input, Relation, Source } from '../plan/relation.ts';

/** The frames of a node by output handle. */
type NodeFrames<F> = ReadonlyMap<string, NodeFrame<F>>;

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
  readonly #frames = new Map<string, NodeFrames<F>>();
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

  /**
   * Evaluates a node whose sources were evaluated.
   * @returns its first output
   * @throws UserError, UpstreamFailure
   */
  async evaluate(step: PlannedNode): Promise<NodeFrame<F>> {
    const outputs = await this.#evaluate(step);
    this.#frames.set(step.node.id, outputs);
    return outputOf(outputs, null);
  }

  /** The nodes whose work the evaluation of this node does too. Call it before `releaseInputs`. */
  pendingSources(step: PlannedNode): readonly string[] {
    if (step.definition.kind === 'output') return [];
    return this.#plan.index
      .incoming(step.node.id)
      .flatMap((edge) => this.#context.engine.pendingNodes(this.#frameAt(edge).frame));
  }

  /** Releases the inputs of a node. Call it after the last query on the node's frame. */
  releaseInputs(step: PlannedNode): void {
    for (const { source } of this.#plan.index.incoming(step.node.id)) this.#release(source);
  }

  /** The first output of an evaluated node. @throws Error when it was released */
  frameOf(nodeId: string): NodeFrame<F> {
    return outputOf(framesIn(this.#frames, nodeId), null);
  }

  #countConsumers(step: PlannedNode): number {
    return this.#plan.index.outgoing(step.node.id).length + (this.#keep(step) ? 1 : 0);
  }

  async #evaluate(step: PlannedNode): Promise<NodeFrames<F>> {
    return step.definition.kind === 'input' ? await this.#readInput(step) : this.#transform(step);
  }

  async #readInput(step: PlannedNode): Promise<NodeFrames<F>> {
    const { node } = step;
    const binding = this.#bindings.get(node.id);
    if (binding === undefined) throw new UserError('No dataset is chosen.');
    const path = await this.#localPath(binding);
    const frame = await this.#context.engine.readFile({ path, ...binding });
    const source: Source = { op: 'source', name: node.id, columns: binding.columns };
    return new Map([['out', { frame, relation: source }]]);
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

  #transform(planned: PlannedNode): NodeFrames<F> {
    const { node } = planned;
    const { index } = this.#plan;
    // A lazy node can fail after these frames are released, so keep them for the error search.
    const frames = nodeInputs(node, index, (edge) => this.#frameAt(edge));
    const relations = lowerNode(
      planned,
      {
        many: (handle) => frames.many(handle).map(relationOf),
        one: (handle) => frames.one(handle).relation,
      },
      this.#context,
    );
    const frameOfInput = ({ handle, position }: Input): F => {
      const found = frames.many(handle)[position];
      if (found === undefined) throw new Error(`Node ${node.id} has no input "${handle}"`);
      return found.frame;
    };
    const sources = index.incoming(node.id).map((edge) => this.#frameAt(edge).frame);
    const consumers = this.#pendingConsumers.get(node.id) ?? 0;
    const { engine, scratch } = this.#context;
    const step = { nodeId: node.id, input: frameOfInput, sources, consumers, scratch };
    const outputs = relations
      .entries()
      .map(([handle, output]): [string, NodeFrame<F>] => [
        handle,
        evaluateOutput(engine, output, step),
      ]);
    return new Map(outputs);
  }

  #frameAt({ source, sourceHandle }: GraphEdge): NodeFrame<F> {
    return outputOf(framesIn(this.#frames, source), sourceHandle);
  }

  #release(nodeId: string): void {
    const pending = (this.#pendingConsumers.get(nodeId) ?? 0) - 1;
    this.#pendingConsumers.set(nodeId, pending);
    if (pending <= 0) this.#frames.delete(nodeId);
  }
}

function relationOf<F>({ relation }: NodeFrame<F>): Relation {
  return relation;
}

function framesIn<F>(frames: ReadonlyMap<string, NodeFrames<F>>, nodeId: string): NodeFrames<F> {
  const found = frames.get(nodeId);
  if (found === undefined) throw new Error(`Frame of node ${nodeId} is missing`);
  return found;
}
