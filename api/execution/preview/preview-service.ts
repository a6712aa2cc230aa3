import type { Engine } from '../../../runner/domain/engine.ts';
import type { GraphDocument } from '../../../runner/domain/graph.ts';
import type { JsonObject, Row } from '../../../runner/domain/json.ts';
import { utcRunTime } from '../../../runner/domain/run-time.ts';
import type { NodePreviewJob, PreviewResult } from '../../../runner/domain/runner-job.ts';
import { readConfig } from '../../../runner/graph/node-config.ts';
import { readGraph } from '../../../runner/graph/read-graph.ts';
import { resolveParameters } from '../../../runner/graph/resolve-parameters.ts';
import { UnknownNodeError, validateForPreview } from '../../../runner/graph/validate-graph.ts';
import type { NodeLookup } from '../../../runner/graph/node-lookup.ts';
import type { AnyNode } from '../../../runner/nodes/definition.ts';
import type { Executor, ShortJob } from '../executors/executor.ts';
import {
  usedConnections,
  type FindConnections,
} from '../../domain/connections/connections-named.ts';
import { notFound } from '../../domain/errors.ts';
import { chooseEngine } from '../../domain/graphs/choose-engine.ts';
import type { InputStore } from '../../domain/runs/input-store.ts';
import { bindInput, MissingInputError, resolveInputs } from '../../domain/graphs/resolve-inputs.ts';
import { enabledFlow } from '../launch/prepare-run.ts';
import type { RunStore } from '../../domain/runs/store.ts';
import { withTimeoutCauses, type TimeoutCauses } from './timeout-causes.ts';
import type { SettingsService } from '../../domain/settings/service.ts';

export interface PreviewDeps {
  readonly flows: Pick<RunStore, 'findFlow'>;
  readonly inputs: InputStore;
  readonly findConnections: FindConnections;
  readonly settings: SettingsService;
  readonly executor: Executor;
  readonly lookup: NodeLookup;
  readonly now: () => Date;
}

export interface FlowPreview {
  readonly nodeId: string | null;
  readonly parameters: JsonObject | null;
  readonly engine: string | null;
  readonly limit: number;
  readonly profile: boolean;
}

export interface NodePreview {
  readonly type: string;
  readonly config: JsonObject;
  readonly datasetId: string | null;
  readonly rows: readonly Row[] | Readonly<Record<string, readonly Row[]>> | null;
  readonly limit: number;
  readonly profile: boolean;
}

/** A preview of one node has neither rows nor a dataset. */
export class MissingPreviewInputError extends Error {
  override readonly name = 'MissingPreviewInputError';
}

/** Computes frames that nothing stores. */
export class PreviewService {
  readonly #deps: PreviewDeps;

  constructor(deps: PreviewDeps) {
    this.#deps = deps;
  }

  /**
   * Computes the frame of one node of a flow as a run would.
   * @throws DomainError not_found for an unknown flow, node or dataset; invalid or UserError for a problem of
   *   the node or of those before it
   */
  async flow(flowId: string, preview: FlowPreview, signal: AbortSignal): Promise<PreviewResult> {
    const { flows, inputs, lookup, findConnections } = this.#deps;
    const flow = await enabledFlow(flows, flowId);
    const graph = readGraph(flow.graph);
    const engine = await this.#engine([preview.engine, graph.engine]);
    const parameters = resolveParameters(graph.parameters ?? [], preview.parameters ?? {});
    const { limit, profile } = preview;
    const { localTime } = utcRunTime(this.#deps.now());
    return await withNotFound(async () => {
      const plan = validateForPreview(graph, preview.nodeId, { lookup, parameters });
      const { bindings, bytes } = await resolveInputs(plan, inputs);
      const nodeId = plan.target.id;
      return await this.#submit(
        {
          kind: 'preview',
          engine,
          graph: scopeOf(graph, plan),
          parameters,
          inputs: bindings,
          connections: await usedConnections(plan.steps, findConnections, flow.projectId),
          localTime,
          nodeId,
          limit,
          profile,
        },
        { signal, inputBytes: bytes, steps: plan.steps },
      );
    });
  }

  /**
   * Computes the frame that one node makes of rows or of a dataset.
   * @throws DomainError not_found for an unknown type or dataset; UserError for an invalid config;
   *   MissingPreviewInputError
   */
  async node(preview: NodePreview, signal: AbortSignal): Promise<PreviewResult> {
    const { type, config, limit, profile } = preview;
    const definition = this.#deps.lookup(type);
    if (definition?.kind !== 'transform') throw notFound('Transformation', type);
    const step = { id: 'preview', type, data: { label: definition.label, config } };
    readConfig(definition, step, {});
    const engine = await this.#engine([]);
    const { localTime } = utcRunTime(this.#deps.now());
    return await withNotFound(async () => {
      const { source, bytes } = await this.#source(preview, definition);
      return await this.#submit(
        { kind: 'nodePreview', engine, nodeType: type, config, source, localTime, limit, profile },
        { signal, inputBytes: bytes, steps: [{ node: step, definition }] },
      );
    });
  }

  async #source(
    preview: NodePreview,
    definition: AnyNode,
  ): Promise<{ source: NodePreviewJob['source']; bytes: number }> {
    const { rows, datasetId } = preview;
    const [handle] = definition.inputs;
    if (rows !== null) {
      const byHandle = isList(rows) ? { [handle?.id ?? 'in']: rows } : rows;
      return { source: { kind: 'rows', byHandle }, bytes: 0 };
    }
    if (datasetId === null) {
      throw new MissingPreviewInputError();
    }
    const request = { nodeId: 'preview', datasetId, version: null };
    const [found] = await this.#deps.inputs.find([request]);
    if (found === undefined) throw notFound('Dataset', datasetId);
    return {
      source: { kind: 'dataset', input: bindInput(request, found) },
      bytes: found.bytes ?? 0,
    };
  }

  async #engine(choices: readonly (string | null | undefined)[]): Promise<Engine> {
    return chooseEngine(choices, await this.#deps.settings.get('DEFAULT_ENGINE'));
  }

  async #submit(
    job: Extract<ShortJob, { kind: 'preview' | 'nodePreview' }>,
    {
      steps,
      ...options
    }: Pick<TimeoutCauses, 'steps'> & {
      readonly signal: AbortSignal;
      readonly inputBytes: number;
    },
  ): Promise<PreviewResult> {
    const timeoutSeconds = await this.#deps.settings.get('PREVIEW_TIMEOUT_SECONDS');
    try {
      return await this.#deps.executor.submit(job, { ...options, timeoutSeconds });
    } catch (error) {
      const connections = job.kind === 'preview' ? (job.connections ?? []) : [];
      throw withTimeoutCauses(error, { connections, steps });
    }
  }
}

/** The part of a graph that a preview needs. */
function scopeOf(
  graph: GraphDocument,
  plan: { readonly index: { readonly nodes: ReadonlyMap<string, unknown> } },
): GraphDocument {
  const { nodes } = plan.index;
  return {
    ...graph,
    nodes: graph.nodes.filter(({ id }) => nodes.has(id)),
    edges: graph.edges.filter(({ source, target }) => nodes.has(source) && nodes.has(target)),
  };
}

/** Turns errors of unknown nodes and datasets into `not_found`. */
async function withNotFound<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnknownNodeError) throw notFound('Node', error.nodeId);
    if (error instanceof MissingInputError) throw notFound(error.resource, error.id);
    throw error;
  }
}

/** `Array.isArray` does not narrow readonly lists. */
function isList(rows: NonNullable<NodePreview['rows']>): rows is readonly Row[] {
  return Array.isArray(rows);
}
