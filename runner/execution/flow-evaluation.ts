import { JobConnections } from '../connectors/job-connections.ts';
import type { Connection } from '../domain/connection.ts';
import { UserError } from '../domain/errors.ts';
import type { GraphEdge } from '../domain/graph.ts';
import type { JsonObject } from '../domain/json.ts';
import { appendPrinted, printedLogs, type PrintedText } from '../domain/printed-text.ts';
import type { LogEntry } from '../domain/run-result.ts';
import type { InputBinding } from '../domain/run-spec.ts';
import type { ExecutionPlan, PlannedNode } from '../graph/validate-graph.ts';
import { readScriptSettings, type ScriptSettings } from '../scripts/script-settings.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { ObjectNotFoundError } from '../storage/object-store.ts';
import type { EngineAdapter } from '../engine-adapters/engine-adapter.ts';
import { evaluateOutput } from './evaluate-output.ts';
import type { NodeFrame } from './node-frame.ts';
import { LoweredPlan } from '../graph/lowered-plan.ts';
import { NO_REPORT } from './node-report.ts';
import { mistakesBelow, sourceRelation } from '../graph/lower-flow.ts';
import { lowerNode, outputOf, type BoundSource, type NodeRelations } from '../graph/lower-node.ts';
import { nodeInputs } from '../graph/node-inputs.ts';
import { readsDataset, type NodeInputs } from '../nodes/definition.ts';
import { isDiscovered, type Input, type NodeOutput, type Relation } from '../plan/relation.ts';

/** The frames of a node by output handle. */
export type NodeFrames<F> = ReadonlyMap<string, NodeFrame<F>>;

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
  /** The connections that nodes name. Absent: none. */
  readonly connections?: readonly Connection[] | undefined;
  /** What incremental inputs read, by node id. Absent: all of their rows. */
  readonly incremental?: ReadonlyMap<string, BoundSource> | undefined;
  /** At most so many rows are read of each database. Absent: all. */
  readonly maxSourceRows?: number | undefined;
  /** Whether evaluated frames have all columns, not only those that later nodes read. Default: false. */
  readonly keepsAllColumns?: boolean | undefined;
  /** Default: those of the environment of this process. */
  readonly scripts?: ScriptSettings | undefined;
  /** Receives what the script of a node prints, as it arrives. */
  readonly onPrinted?: ((printed: PrintedText) => void) | undefined;
}

/**
 * Evaluates the nodes of a plan one by one. Nodes that do the same with the same data share the frames of the
 * first of them. A frame is released after its last consumer, unless `keep` selects its node.
 */
export class FlowEvaluation<F> {
  /** What the scripts of the nodes printed, by node id. */
  readonly #printed = new Map<string, string>();
  /** The nodes below a discovered schema that discovered one. */
  readonly #shown = new Set<string>();
  readonly #plan: ExecutionPlan;
  readonly #context: EvaluationContext<F>;
  readonly #bindings: ReadonlyMap<string, InputBinding>;
  readonly #lowered: LoweredPlan;
  /** By owner. */
  readonly #frames = new Map<string, NodeFrames<F>>();
  /** The consumers that are left, and the nodes that have yet to share the frames, by owner. */
  readonly #pending = new Map<string, number>();

  constructor(
    plan: ExecutionPlan,
    context: EvaluationContext<F>,
    keep: (step: PlannedNode) => boolean,
  ) {
    this.#plan = plan;
    this.#context = context;
    this.#bindings = new Map(context.inputs.map((input) => [input.nodeId, input]));
    this.#lowered = new LoweredPlan(plan, this.#bindings, context, keep);
    for (const { node } of plan.steps) {
      const owner = this.ownerOf(node.id);
      const shares = owner === node.id ? 0 : 1;
      const known = this.#pending.get(owner) ?? this.#lowered.consumersOf(owner);
      this.#pending.set(owner, known + shares);
    }
  }

  /**
   * Evaluates a node whose sources were evaluated.
   * @returns its first output
   * @throws UserError, UpstreamFailure
   */
  async evaluate(step: PlannedNode): Promise<NodeFrame<F>> {
    const owner = this.ownerOf(step.node.id);
    const outputs = this.#frames.get(owner) ?? (await this.#evaluate(step));
    this.#frames.set(owner, outputs);
    if (owner !== step.node.id) this.#release(owner);
    return outputOf(outputs, null);
  }

  /** What the scripts of the nodes printed. */
  get logs(): LogEntry[] {
    return printedLogs(this.#printed);
  }

  /** Gives the frames of a node that is not evaluated. They are released like those of others. */
  restore(owner: string, frames: NodeFrames<F>): void {
    this.#frames.set(owner, frames);
  }

  /** Counts a node that is not evaluated among the consumers of its sources. */
  skip(step: PlannedNode): void {
    const owner = this.ownerOf(step.node.id);
    if (owner !== step.node.id) this.#release(owner);
    this.releaseInputs(step);
  }

  /** The relations of a node; undefined below a schema that only execution shows. */
  relationsOf(nodeId: string): NodeRelations | undefined {
    return this.#lowered.relationsOf(nodeId);
  }

  /** The frames of a node by output handle; null when they were released. */
  framesOf(nodeId: string): NodeFrames<F> | null {
    return this.#frames.get(this.ownerOf(nodeId)) ?? null;
  }

  /** What the first output of a node returns; undefined below a schema that only execution shows. */
  outputOf(nodeId: string): NodeOutput | undefined {
    return this.#lowered.relationsOf(nodeId)?.of();
  }

  /**
   * The nodes that do not fit the columns that the evaluation of this node has shown, each with the reason. Call it
   * before `releaseInputs` of the nodes below.
   */
  mistakesBelow({ node }: PlannedNode): ReadonlyMap<PlannedNode, UserError> {
    const relations = this.relationsOf(node.id);
    const hasShown = relations === undefined ? this.#shown.has(node.id) : hasDiscovered(relations);
    if (!hasShown) return new Map();
    const evaluatedAt = ({ source, sourceHandle }: GraphEdge): NodeOutput | undefined => {
      const frames = this.framesOf(source);
      return frames === null
        ? this.relationsOf(source)?.of(sourceHandle)
        : outputOf(frames, sourceHandle).relation;
    };
    return mistakesBelow(node.id, this.#plan, evaluatedAt, this.#context);
  }

  /** The node whose frames a node has: itself, or an earlier node that does the same with the same data. */
  ownerOf(nodeId: string): string {
    return this.#lowered.ownerOf(nodeId);
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
    for (const { source } of this.#plan.index.incoming(step.node.id)) {
      this.#release(this.ownerOf(source));
    }
  }

  /** The first output of an evaluated node. @throws Error when it was released */
  frameOf(nodeId: string): NodeFrame<F> {
    return outputOf(this.#framesOf(nodeId), null);
  }

  async #evaluate(step: PlannedNode): Promise<NodeFrames<F>> {
    return readsDataset(step.definition)
      ? await this.#readInput(step)
      : await this.#transform(step);
  }

  async #readInput(step: PlannedNode): Promise<NodeFrames<F>> {
    const { node } = step;
    const binding = this.#bindings.get(node.id);
    if (binding === undefined) throw new UserError('No dataset is chosen.');
    const path = await this.#localPath(binding);
    const frame = await this.#context.engine.readFile({ path, ...binding });
    return new Map([['out', { frame, relation: sourceRelation(binding), report: NO_REPORT }]]);
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

  async #transform(planned: PlannedNode): Promise<NodeFrames<F>> {
    const { node } = planned;
    const { index } = this.#plan;
    // A lazy node can fail, or need more rows for its sample, after these frames are released: keep them.
    const kept = new Map(index.incoming(node.id).map((edge) => [edge, this.#frameAt(edge)]));
    const frames = nodeInputs(node, index, (edge) => kept.get(edge) ?? this.#frameAt(edge));
    const relations = this.#lowered.relationsOf(node.id) ?? this.#lower(planned, frames);
    const frameOfInput = ({ handle, position }: Input): F => {
      const found = frames.many(handle)[position];
      if (found === undefined) throw new Error(`Node ${node.id} has no input "${handle}"`);
      return found.frame;
    };
    const sources = [...kept.values()].map(({ frame }) => frame);
    const readers = this.#lowered.readersOf(node.id);
    const { engine, scratch } = this.#context;
    const scripts = {
      settings: this.#context.scripts ?? readScriptSettings(process.env),
      onOutput: (text: string) => {
        this.#recordPrinted({ nodeId: node.id, text });
      },
    };
    const databases = {
      connections: new JobConnections(this.#context.connections),
      maxSourceRows: this.#context.maxSourceRows ?? null,
    };
    const rest = { input: frameOfInput, sources, ...readers, scratch, scripts, databases };
    const step = { nodeId: node.id, ...rest };
    const outputs = new Map<string, NodeFrame<F>>();
    for (const [index, [handle, output]] of relations.entries().entries()) {
      // The main output is that of the node result.
      if (index > 0 && !this.#lowered.isNamed(node.id, handle)) continue;
      const live = this.#context.keepsAllColumns ? undefined : this.#lowered.liveColumns(output);
      outputs.set(handle, await evaluateOutput(engine, output, { ...step, live }));
    }
    return outputs;
  }

  #recordPrinted(printed: PrintedText): void {
    appendPrinted(this.#printed, printed);
    this.#context.onPrinted?.(printed);
  }

  /** Lowers a node against the actual columns of its inputs. */
  #lower(planned: PlannedNode, frames: NodeInputs<NodeFrame<F>>): NodeRelations {
    const inputs = {
      many: (handle: string) => frames.many(handle).map(relationOf),
      one: (handle?: string) => frames.one(handle).relation,
    };
    const relations = lowerNode(planned, inputs, this.#context);
    if (hasDiscovered(relations)) this.#shown.add(planned.node.id);
    return relations;
  }

  #frameAt({ source, sourceHandle }: GraphEdge): NodeFrame<F> {
    return outputOf(this.#framesOf(source), sourceHandle);
  }

  #framesOf(nodeId: string): NodeFrames<F> {
    const found = this.#frames.get(this.ownerOf(nodeId));
    if (found === undefined) throw new Error(`Frame of node ${nodeId} is missing`);
    return found;
  }

  #release(owner: string): void {
    const pending = (this.#pending.get(owner) ?? 0) - 1;
    this.#pending.set(owner, pending);
    if (pending <= 0) this.#frames.delete(owner);
  }
}

function relationOf<F>({ relation }: NodeFrame<F>): Relation {
  return relation;
}

function hasDiscovered(relations: NodeRelations): boolean {
  return relations.entries().some(([, output]) => isDiscovered(output));
}
