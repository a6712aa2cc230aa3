import { readGraph } from '../../../runner/graph/read-graph.ts';
import { conflict, invalid, notFound } from '../../domain/errors.ts';
import { inBatches, type ListedId } from '../../domain/list-batches.ts';
import { objectText, StoredJson } from '../../http/stored-json.ts';
import type { ListPage } from '../../domain/page.ts';
import { optionalTimestamp, recordTimestamp } from '../../http/record-timestamp.ts';
import type { Precondition } from '../../domain/flows/precondition.ts';
import type { ProjectService } from '../../domain/projects/service.ts';
import { baseName, copyName } from './copy-name.ts';
import { checkSchemaVersion, importedGraph, migrateDocument } from './flow-document.ts';
import { flowTag, staleFlow } from './flow-tag.ts';
import type {
  FlowCreate,
  FlowImport,
  FlowMigrateDocumentResponse,
  FlowRead,
  FlowUpdate,
} from './schemas.ts';
import type { FlowChange, FlowRecord, FlowStore, NewFlow } from '../../domain/flows/store.ts';

export interface FlowServiceDeps {
  readonly store: FlowStore;
  readonly projects: Pick<ProjectService, 'resolve'>;
  /** Told of the id of a flow that was changed or deleted. */
  readonly changed: (id: string) => void;
  /** Called after a flow was deleted: its runs and their files are to be removed. */
  readonly deleted: () => void;
  readonly newId: () => string;
  readonly isKnownType: (type: string) => boolean;
  readonly serviceVersion: string;
}

/** A flow with the entity tag of its state. */
export interface TaggedFlow {
  readonly flow: FlowRead;
  readonly tag: string;
}

export interface FlowPage {
  /** The JSON of flows, batch by batch. */
  readonly items: AsyncIterable<readonly string[]>;
  readonly total: number;
}

const MAX_NAME = 255;

/** Saved flows. Their graphs are well formed; whether they can run is judged when they run. */
export class FlowService {
  readonly #deps: FlowServiceDeps;

  constructor(deps: FlowServiceDeps) {
    this.#deps = deps;
  }

  /** The last changed first. */
  async list(
    projectId: string | undefined,
    { fields, ...page }: ListPage & { readonly fields?: 'summary' | undefined },
  ): Promise<FlowPage> {
    const { listed, total } = await this.#deps.store.list({ projectId }, page);
    return { items: this.#texts(listed, fields === 'summary'), total };
  }

  /** Those whose graph names the dataset, the last changed first. */
  async listUsing(datasetId: string): Promise<FlowPage> {
    const { listed, total } = await this.#deps.store.list({ datasetId }, { offset: 0 });
    return { items: this.#texts(listed, false), total };
  }

  /** The JSON of flows, batch by batch; the graphs as they are stored. */
  async *#texts(listed: readonly ListedId[], isSummary: boolean): AsyncGenerator<string[]> {
    for (const ids of inBatches(listed)) {
      const flows = await this.#deps.store.findMany(ids, { graph: !isSummary });
      yield flows.map((flow) =>
        objectText({
          ...recordOf(flow),
          graph_json: flow.graphText === null ? undefined : new StoredJson(flow.graphText),
        }),
      );
    }
  }

  /** @throws DomainError not_found */
  async get(id: string): Promise<TaggedFlow> {
    return toTagged(await this.#find(id));
  }

  /** @throws DomainError not_found for the project; UserError for a graph that is not well formed */
  async create(flow: FlowCreate): Promise<TaggedFlow> {
    const { name, description = null, project_id: projectId, graph_json: graph } = flow;
    return await this.#create({
      name,
      description,
      projectId,
      graph,
      isDisabled: false,
      disabledBy: null,
    });
  }

  /**
   * @param condition null: whatever state the flow is in
   * @throws DomainError not_found, ApiError 412 when the condition is not met; UserError for a graph that is not well formed
   */
  async update(
    id: string,
    update: FlowUpdate,
    condition: Precondition | null,
  ): Promise<TaggedFlow> {
    await this.#find(id);
    const { project_id: projectId } = update;
    const project =
      projectId === undefined ? undefined : await this.#deps.projects.resolve(projectId);
    const change = toChange(update, project?.id);
    const outcome = await this.#deps.store.update(id, change, condition);
    if (outcome === 'missing') throw notFound('Flow', id);
    if (outcome === 'no project') throw notFound('Project', String(projectId));
    if ('stale' in outcome) throw staleFlow(outcome.stale);
    this.#deps.changed(id);
    return toTagged(outcome.updated);
  }

  /**
   * With its runs, their files, and its schedules: all of it vanishes from every answer at once, and is
   * removed in the background.
   * @param condition null: whatever state the flow is in
   * @throws DomainError not_found, conflict while it runs; ApiError 412 when the condition is not met
   */
  async delete(id: string, condition: Precondition | null): Promise<void> {
    const outcome = await this.#deps.store.delete(id, condition);
    if (outcome === 'missing') throw notFound('Flow', id);
    if (outcome !== 'deleted' && 'stale' in outcome) throw staleFlow(outcome.stale);
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
   * @param name blank or absent: found by counting
   * @throws DomainError not_found, invalid for a name that is too long
   */
  async duplicate(id: string, name: string | undefined): Promise<TaggedFlow> {
    const flow = await this.#find(id);
    const wanted = name?.trim() ?? '';
    if (wanted.length > MAX_NAME) {
      throw invalid(`The name is longer than ${MAX_NAME} characters`);
    }
    return await this.#create({
      ...flow,
      name: wanted === '' ? await this.#copyName(flow) : wanted,
    });
  }

  /** @throws DomainError invalid for a document that does not fit, not_found for the project */
  async import(document: FlowImport): Promise<TaggedFlow> {
    checkSchemaVersion(document.schemaVersion);
    const name = (document.name ?? '').trim().slice(0, MAX_NAME).trimEnd();
    return await this.#create({
      name: name === '' ? 'Imported flow' : name,
      description: document.description ?? null,
      projectId: document.project_id,
      graph: importedGraph(document.graph_json ?? document.graph ?? {}, this.#deps.isKnownType),
      isDisabled: false,
      disabledBy: null,
    });
  }

  /** @throws DomainError invalid for a document that does not fit */
  migrateDocument(document: Readonly<Record<string, unknown>>): FlowMigrateDocumentResponse {
    return migrateDocument(document, this.#deps.serviceVersion);
  }

  async #create(
    flow: Pick<NewFlow, 'name' | 'description' | 'graph' | 'isDisabled' | 'disabledBy'> & {
      readonly projectId: string | null | undefined;
    },
  ): Promise<TaggedFlow> {
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

  async #find(id: string): Promise<FlowRecord> {
    const flow = await this.#deps.store.find(id);
    if (flow === null) throw notFound('Flow', id);
    return flow;
  }

  async #copyName(flow: FlowRecord): Promise<string> {
    const names = await this.#deps.store.namesLike(flow.projectId, baseName(flow.name));
    return copyName(flow.name, new Set(names));
  }
}

function toChange(update: FlowUpdate, projectId: string | undefined): FlowChange {
  const { name, description, graph_json: graph, is_disabled: isDisabled } = update;
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(projectId === undefined ? {} : { projectId }),
    ...(graph === undefined ? {} : { graph, datasetIds: datasetIdsOf(graph) }),
    ...(isDisabled === undefined ? {} : { isDisabled }),
  };
}

/** The datasets that a graph names, once each. @throws UserError for a graph that is not well formed */
function datasetIdsOf(graph: Readonly<Record<string, unknown>>): string[] {
  const ids = readGraph(graph).nodes.map(({ data }) => data.config.dataset_id);
  return [...new Set(ids.filter((id) => typeof id === 'string'))];
}

function toTagged(flow: FlowRecord): TaggedFlow {
  return { flow: toRead(flow), tag: flowTag(flow) };
}

function toRead(flow: FlowRecord): FlowRead {
  return { ...recordOf(flow), graph_json: flow.graph };
}

function recordOf(flow: Omit<FlowRecord, 'graph'>): Omit<FlowRead, 'graph_json'> {
  return {
    id: flow.id,
    name: flow.name,
    description: flow.description,
    project_id: flow.projectId,
    is_disabled: flow.isDisabled,
    created_at: recordTimestamp(flow.createdAt),
    updated_at: recordTimestamp(flow.updatedAt),
    last_run_at: optionalTimestamp(flow.lastRunAt),
  };
}
