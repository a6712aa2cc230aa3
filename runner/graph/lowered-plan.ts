import { lowerFlow, type DataSource } from './lower-flow.ts';
import type { LoweringContext, NodeRelations } from './lower-node.ts';
import type { ExecutionPlan, PlannedNode } from './validate-graph.ts';
import { liveColumns } from '../plan/passes/live-columns.ts';
import { relationKey } from '../plan/passes/relation-key.ts';
import { sharedSubplans } from '../plan/passes/share-subplans.ts';
import type { NodeOutput } from '../plan/relation.ts';
import { isParquetFile, type Readers } from '../plan/spooling.ts';

/** The part of a flow with known schemas, lowered before the evaluation, and what the passes find in it. */
export class LoweredPlan {
  readonly #relations: ReadonlyMap<string, NodeRelations>;
  readonly #owners: ReadonlyMap<string, string>;
  readonly #live: ReadonlyMap<string, ReadonlySet<string>>;
  /** By owner. */
  readonly #consumers = new Map<string, number>();
  /** The outputs that edges read, by owner. Null: the main output. */
  readonly #handles = new Map<string, Set<string | null>>();
  /** The number of consumers that are Parquet files, by owner. */
  readonly #written = new Map<string, number>();

  /**
   * @param sources the data of the input nodes, by node id
   * @param keep selects the nodes whose frames are read after the evaluation
   */
  constructor(
    plan: ExecutionPlan,
    sources: ReadonlyMap<string, DataSource>,
    context: LoweringContext,
    keep: (step: PlannedNode) => boolean,
  ) {
    this.#relations = lowerFlow(plan, sources, context);
    const outputs = Array.from(
      this.#relations,
      ([id, relations]) => [id, relations.entries()] as const,
    );
    this.#owners = sharedSubplans(new Map(outputs));
    const read = plan.steps.flatMap((step) => this.#readWhole(plan, step, keep));
    this.#live = liveColumns(
      outputs.flatMap(([, entries]) => entries.map(([, output]) => output)),
      read,
    );
    for (const step of plan.steps) {
      const owner = this.ownerOf(step.node.id);
      const edges = plan.index.outgoing(step.node.id);
      const consumers = edges.length + (keep(step) ? 1 : 0);
      this.#consumers.set(owner, this.consumersOf(owner) + consumers);
      const handles = this.#handles.get(owner) ?? new Set();
      for (const { sourceHandle = null } of edges) handles.add(sourceHandle);
      this.#handles.set(owner, handles);
      const files = edges.filter(({ target }) => this.#isParquetFile(target)).length;
      this.#written.set(owner, (this.#written.get(owner) ?? 0) + files);
    }
  }

  /** The relations of a node; undefined below a schema that only execution shows. */
  relationsOf(nodeId: string): NodeRelations | undefined {
    return this.#relations.get(nodeId);
  }

  /** The node whose frames a node has: itself, or an earlier node that does the same with the same data. */
  ownerOf(nodeId: string): string {
    return this.#owners.get(nodeId) ?? nodeId;
  }

  /** The number of edges and files that read the frames of a node. */
  consumersOf(nodeId: string): number {
    return this.#consumers.get(this.ownerOf(nodeId)) ?? 0;
  }

  /** Whether an edge names an output of a node, or of those that share its frames. */
  isNamed(nodeId: string, handle: string): boolean {
    return this.#handles.get(this.ownerOf(nodeId))?.has(handle) === true;
  }

  /** Who reads the frames of a node. */
  readersOf(nodeId: string): Readers {
    const consumers = this.consumersOf(nodeId);
    return { consumers, isOnlyWritten: this.#written.get(this.ownerOf(nodeId)) === consumers };
  }

  /** The columns of a lowered output that a later node, a file or a check reads. */
  liveColumns(output: NodeOutput): ReadonlySet<string> | undefined {
    return this.#live.get(relationKey(output));
  }

  #isParquetFile(nodeId: string): boolean {
    const output = this.#relations.get(nodeId)?.of();
    return output !== undefined && isParquetFile(output);
  }

  /** The outputs of a node of which all columns are read: not only lowered nodes read them, or no node does. */
  #readWhole(
    { index }: ExecutionPlan,
    step: PlannedNode,
    keep: (step: PlannedNode) => boolean,
  ): readonly NodeOutput[] {
    const { id } = step.node;
    const relations = this.#relations.get(id);
    if (relations === undefined) return [];
    const edges = index.outgoing(id);
    return relations.entries().flatMap(([, output]) => {
      const targets = edges
        .filter(({ sourceHandle }) => relations.of(sourceHandle) === output)
        .map(({ target }) => target);
      const areLowered =
        targets.length > 0 && targets.every((target) => this.#relations.has(target));
      return areLowered && !keep(step) ? [] : [output];
    });
  }
}
