import { readGraph } from '../../../runner/graph/read-graph.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { inBatches, type ListedId } from '../list-batches.ts';
import type { ListPage } from '../page.ts';
import type { Precondition } from './precondition.ts';
import type { ProjectService } from '../projects/service.ts';
import { baseName, copyName } from './copy-name.ts';
import type {
  FlowChange,
  FlowFilter,
  FlowRecord,
  FlowStore,
  ListedFlow,
  NewFlow,
} from './store.ts';

export interface FlowServiceDeps {
  readonly store: FlowStore;
  readonly projects: Pick<ProjectService, 'resolve'>;
  /** Called with the id of a changed or deleted flow. */
  readonly changed: (id: string) => void;
  /** Called after a deletion, when runs and files wait for their removal. */
  readonly deleted: () => void;
  readonly newId: () => string;
}

/** The fields of a new flow that a client sets. */
export interface FlowFields {
  readonly name: string;
  readonly description: string | null;
  /** Null or undefined: the default project. */
  readonly projectId: string | null | undefined;
  readonly graph: Readonly<Record<string, unknown>>;
}

/** Absent fields stay as they are. */
export type FlowUpdateFields = Omit<FlowChange, 'projectId' | 'datasetIds'> & {
  /** Null: the default project. */
  readonly projectId?: string | null;
};

export interface FlowBatches {
  readonly batches: AsyncIterable<readonly ListedFlow[]>;
  readonly total: number;
}

/** A flow does not meet the precondition of a change; nothing was changed. */
export class StaleFlowError extends Error {
  override readonly name = 'StaleFlowError';
  /** The current state. */
  readonly flow: FlowRecord;

  constructor(flow: FlowRecord) {
    super(`The flow "${flow.name}" was changed since`);
    this.flow = flow;
  }
}

export const MAX_FLOW_NAME = 255;

/** Manages saved flows. Their graphs are well formed; the launch of a run validates them. */
export class FlowService {
  readonly #deps: FlowServiceDeps;

  constructor(deps: FlowServiceDeps) {
    this.#deps = deps;
  }

  /** Lists flows in batches, the last changed first. @param page `graph`: whether to read the graphs */
  async list(
    filter: FlowFilter,
    { graph, ...page }: ListPage & { readonly graph: boolean },
  ): Promise<FlowBatches> {
    const { listed, total } = await this.#deps.store.list(filter, page);
    return { batches: this.#batches(listed, graph), total };
  }

  async *#batches(
    listed: readonly ListedId[],
    graph: boolean,
  ): AsyncGenerator<readonly ListedFlow[]> {
    for (const ids of inBatches(listed)) yield await this.#deps.store.findMany(ids, { graph });
  }

  /** @throws DomainError not_found */
  async get(id: string): Promise<FlowRecord> {
    const flow = await this.#deps.store.find(id);
    if (flow === null) throw notFound('Flow', id);
    return flow;
  }

  /** @throws DomainError not_found for the project; UserError for a graph that is not well formed */
  async create(flow: FlowFields): Promise<FlowRecord> {
    return await this.#create({ ...flow, isDisabled: false, disabledBy: null });
  }

  /**
   * @param condition null: any state
   * @throws DomainError not_found, StaleFlowError when the condition is not met; UserError for a graph that is not well formed
   */
  async update(
    id: string,
    { projectId, ...fields }: FlowUpdateFields,
    condition: Precondition | null,
  ): Promise<FlowRecord> {
    await this.get(id);
    const project =
      projectId === undefined ? undefined : await this.#deps.projects.resolve(projectId);
    const change = {
      ...fields,
      ...(project === undefined ? {} : { projectId: project.id }),
      ...(fields.graph === undefined ? {} : { datasetIds: datasetIdsOf(fields.graph) }),
    };
    const outcome = await this.#deps.store.update(id, change, condition);
    if (outcome === 'missing') throw notFound('Flow', id);
    if (outcome === 'no project') throw notFound('Project', String(projectId));
    if ('stale' in outcome) throw new StaleFlowError(outcome.stale);
    this.#deps.changed(id);
    return outcome.updated;
  }

  /**
   * Deletes a flow with its runs, their files and its schedules. Answers omit them immediately; they are
   * removed in the background.
   * @param condition null: any state
   * @throws DomainError not_found, conflict while it runs; StaleFlowError when the condition is not met
   */
  async delete(id: string, condition: Precondition | null): Promise<void> {
    const outcome = await this.#deps.store.delete(id, condition);
    if (outcome === 'missing') throw notFound('Flow', id);
    if (outcome !== 'deleted' && 'stale' in outcome) throw new StaleFlowError(outcome.stale);
    if (outcome !== 'deleted') {
      throw conflict(
        `The flow has ${outcome.activeRuns} run(s) under way; cancel them or wait for them first`,
      );
    }
    this.#deps.changed(id);
    this.#deps.deleted();
  }

  /**
   * Copies a flow within its project, without runs and schedules.
   * @param name blank or undefined: the old name with a number
   * @throws DomainError not_found, invalid for a name that is too long
   */
  async duplicate(id: string, name: string | undefined): Promise<FlowRecord> {
    const flow = await this.get(id);
    const newName = name?.trim() ?? '';
    if (newName.length > MAX_FLOW_NAME) {
      throw invalid(`The name is longer than ${MAX_FLOW_NAME} characters`);
    }
    return await this.#create({
      ...flow,
      name: newName === '' ? await this.#copyName(flow) : newName,
    });
  }

  async #create(
    flow: FlowFields & Pick<NewFlow, 'isDisabled' | 'disabledBy'>,
  ): Promise<FlowRecord> {
    const datasetIds = datasetIdsOf(flow.graph);
    const project = await this.#deps.projects.resolve(flow.projectId);
    const id = this.#deps.newId();
    const { name, description, graph, isDisabled, disabledBy } = flow;
    const made = await this.#deps.store.create({
      id,
      projectId: project.id,
      name,
      description,
      graph,
      datasetIds,
      isDisabled,
      disabledBy,
    });
    if (!made) throw notFound('Project', project.id);
    return await this.get(id);
  }

  async #copyName(flow: FlowRecord): Promise<string> {
    const names = await this.#deps.store.namesLike(flow.projectId, baseName(flow.name));
    return copyName(flow.name, new Set(names));
  }
}

/** The distinct datasets of the input nodes. @throws UserError for a graph that is not well formed */
function datasetIdsOf(graph: Readonly<Record<string, unknown>>): string[] {
  const ids = readGraph(graph).nodes.map(({ data }) => data.config.dataset_id);
  return [...new Set(ids.filter((id) => typeof id === 'string'))];
}
