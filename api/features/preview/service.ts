import type { Engine } from '../../../runner/domain/engine.ts';
import type { GraphDocument } from '../../../runner/domain/graph.ts';
import type { JsonObject, Row } from '../../../runner/domain/json.ts';
import { utcRunTime } from '../../../runner/domain/run-time.ts';
import type { NodePreviewJob, PreviewResult } from '../../../runner/domain/runner-job.ts';
import { readConfig } from '../../../runner/graph/node-config.ts';
import { readGraph } from '../../../runner/graph/read-graph.ts';
import { resolveParameters } from '../../../runner/graph/resolve-parameters.ts';
import {
  UnknownNodeError,
  validateForPreview,
  type NodeLookup,
} from '../../../runner/graph/validate-graph.ts';
import type { AnyNode } from '../../../runner/nodes/definition.ts';
import type { Executor, ShortJob } from '../../execution/executors/executor.ts';
import { notFound } from '../../domain/errors.ts';
import { ValidationFailedError } from '../../http/errors.ts';
import { chooseEngine } from '../../execution/launch/choose-engine.ts';
import type { InputStore } from '../../domain/runs/input-store.ts';
import {
  bindInput,
  MissingInputError,
  resolveInputs,
} from '../../execution/launch/resolve-inputs.ts';
import { enabledFlow } from '../../execution/launch/prepare-run.ts';
import type { RunStore } from '../../domain/runs/store.ts';
import type { SettingsService } from '../../domain/settings/service.ts';

export interface PreviewDeps {
  readonly flows: Pick<RunStore, 'findFlow'>;
  readonly inputs: InputStore;
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

export class PreviewService {
  readonly #deps: PreviewDeps;

  constructor(deps: PreviewDeps) {
    this.#deps = deps;
  }

  /**
   * Shows the frame of one node of a flow, as the run would make it.
   * @throws DomainError not_found for an unknown flow, node or dataset; invalid or UserError for anything wrong with
   *   the node and those before it
   */
  async flow(flowId: string, preview: FlowPreview, signal: AbortSignal): Promise<PreviewResult> {
    const { flows, inputs, lookup } = this.#deps;
    const flow = await enabledFlow(flows, flowId);
    const graph = readGraph(flow.graph);
    const engine = await this.#engine([preview.engine, graph.engine]);
    const parameters = resolveParameters(graph.parameters ?? [], preview.parameters ?? {});
    const { limit, profile } = preview;
    const { localTime } = utcRunTime(this.#deps.now());
    return await answering(async () => {
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
          localTime,
          nodeId,
          limit,
          profile,
        },
        { signal, inputBytes: bytes },
      );
    });
  }

  /**
   * Shows what one node makes of rows or of a dataset.
   * @throws DomainError not_found for an unknown type or dataset, ApiError 422 without input, invalid for a wrong config
   */
  async node(preview: NodePreview, signal: AbortSignal): Promise<PreviewResult> {
    const { type, config, limit, profile } = preview;
    const definition = this.#deps.lookup(type);
    if (definition?.kind !== 'transform') throw notFound('Transformation', type);
    readConfig(definition, { id: 'preview', type, data: { label: definition.label, config } }, {});
    const engine = await this.#engine([]);
    const { localTime } = utcRunTime(this.#deps.now());
    return await answering(async () => {
      const { source, bytes } = await this.#source(preview, definition);
      return await this.#submit(
        { kind: 'nodePreview', engine, nodeType: type, config, source, localTime, limit, profile },
        { signal, inputBytes: bytes },
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
      throw new ValidationFailedError([
        { loc: ['body', 'dataset_id'], msg: 'Field required, or "rows"', type: 'missing' },
      ]);
    }
    const wanted = { nodeId: 'preview', datasetId, version: null };
    const [found] = await this.#deps.inputs.find([wanted]);
    if (found === undefined) throw notFound('Dataset', datasetId);
    return {
      source: { kind: 'dataset', input: bindInput(wanted, found) },
      bytes: found.bytes ?? 0,
    };
  }

  async #engine(choices: readonly (string | null | undefined)[]): Promise<Engine> {
    return chooseEngine(choices, await this.#deps.settings.get('DEFAULT_ENGINE'));
  }

  async #submit(
    job: Extract<ShortJob, { kind: 'preview' | 'nodePreview' }>,
    options: { readonly signal: AbortSignal; readonly inputBytes: number },
  ): Promise<PreviewResult> {
    const timeoutSeconds = await this.#deps.settings.get('PREVIEW_TIMEOUT_SECONDS');
    return await this.#deps.executor.submit(job, { ...options, timeoutSeconds });
  }
}

/** The part of a graph that a preview needs: what is wrong elsewhere does not matter. */
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

/** Gives failures their status. A UserError is answered 400 by itself. */
async function answering<T>(work: () => Promise<T>): Promise<T> {
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
