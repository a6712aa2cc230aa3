import { isRefusal, notFound } from '../errors.ts';
import { NodeError, UserError } from '../../../runner/domain/errors.ts';
import type { Engine } from '../../../runner/domain/engine.ts';
import type { GraphDocument } from '../../../runner/domain/graph.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import type { InputBinding } from '../../../runner/domain/run-spec.ts';
import { utcRunTime } from '../../../runner/domain/run-time.ts';
import { analyseColumns, type AnalysedNode } from '../../../runner/graph/analyse-columns.ts';
import { flowSegments } from '../../../runner/graph/flow-segments.ts';
import {
  inspectGraph,
  type GraphInspection,
  type ValidNode,
} from '../../../runner/graph/inspect-graph.ts';
import { LoweredPlan } from '../../../runner/graph/lowered-plan.ts';
import {
  canRun,
  graphError,
  graphWarning,
  type GraphProblem,
} from '../../../runner/graph/problem.ts';
import { graphShapeProblems, readGraph } from '../../../runner/graph/read-graph.ts';
import { scriptProblems } from '../../../runner/scripts/script-problems.ts';
import type { ScriptHost } from '../../../runner/scripts/script-host.ts';
import { validateForRun, type PlannedNode } from '../../../runner/graph/validate-graph.ts';
import type { NodeLookup } from '../../../runner/graph/node-lookup.ts';
import type { Segment } from '../../../runner/plan/segments.ts';
import type { AnyNode } from '../../../runner/nodes/definition.ts';

import { unusableConnection } from '../../../runner/connectors/connection-use.ts';
import { readsDataset } from '../../../runner/nodes/definition.ts';
import {
  connectionsNamed,
  findNamed,
  type FindConnections,
} from '../connections/connections-named.ts';
import { chooseEngine } from './choose-engine.ts';
import type { InputStore } from '../runs/input-store.ts';
import {
  DisabledInputError,
  lookUpInputs,
  MissingInputError,
  type ResolvedInput,
} from './resolve-inputs.ts';
import type { RunStore } from '../runs/store.ts';
import type { SettingsService } from '../settings/service.ts';

export interface FlowValidatorDeps {
  readonly flows: Pick<RunStore, 'findFlow'>;
  readonly inputs: InputStore;
  readonly settings: SettingsService;
  readonly lookup: NodeLookup;
  readonly findConnections: FindConnections;
  readonly now: () => Date;
  /** How many columns a node may make. */
  readonly maxNewColumns: number;
  /** Where scripts are executed. */
  readonly scripts: ScriptHost;
}

/** The engine and the parameters of an intended run. */
export interface ValidationRequest {
  readonly engine?: string | null | undefined;
  readonly parameters?: JsonObject | null | undefined;
  /** The project of the flow. Absent or null: unknown, and whether it may use the connections is not checked. */
  readonly projectId?: string | null | undefined;
}

export interface ValidationResult {
  /** Null: the requested engine is unknown. */
  readonly engine: Engine | null;
  readonly problems: readonly GraphProblem[];
  /** The nodes with their columns; empty for a graph that is not well formed. */
  readonly nodes: readonly AnalysedNode[];
  /** The dataset versions of input nodes, by the id of the node. */
  readonly bindings: ReadonlyMap<string, InputBinding>;
  /** The plans of the polars engine for large data; null for another engine, a flow that cannot run, and one of which some columns are unknown. */
  readonly segments: readonly Segment[] | null;
}

/** Finds the problems of flows and the columns of their nodes from the schemas of their datasets. */
export class FlowValidator {
  readonly #deps: FlowValidatorDeps;

  constructor(deps: FlowValidatorDeps) {
    this.#deps = deps;
  }

  /** Validates a saved flow. @throws DomainError not_found */
  async validateFlow(flowId: string, request: ValidationRequest): Promise<ValidationResult> {
    const flow = await this.#deps.flows.findFlow(flowId);
    if (flow === null) throw notFound('Flow', flowId);
    const result = await this.validate(flow.graph, { ...request, projectId: flow.projectId });
    if (flow.disabledReason === null) return result;
    const warning = graphWarning(flow.disabledReason);
    return { ...result, problems: [warning, ...result.problems] };
  }

  /** @param document a graph of any shape */
  async validate(document: unknown, request: ValidationRequest): Promise<ValidationResult> {
    const shapeProblems = graphShapeProblems(document);
    if (shapeProblems.length > 0) {
      const { engine, problems } = await this.#engine([request.engine]);
      return {
        engine,
        problems: [...problems, ...shapeProblems],
        nodes: [],
        bindings: new Map(),
        segments: null,
      };
    }
    const graph = readGraph(document);
    const engine = await this.#engine([request.engine, graph.engine]);
    const overrides = request.parameters ?? {};
    const { lookup, maxNewColumns, now } = this.#deps;
    const { localTime } = utcRunTime(now());
    const inspection = inspectGraph(graph, { lookup, overrides, localTime, maxNewColumns });
    const valid = [...inspection.validNodes.values()];
    const inputs = valid.filter(({ definition }) => readsDataset(definition));
    const found = await lookUpInputs(inputs, this.#deps.inputs);
    const bindings = new Map<string, InputBinding>();
    const inputProblems: GraphProblem[] = [];
    for (const [nodeId, input] of found) {
      if (input instanceof UserError) {
        inputProblems.push(inputProblem(nodeId, input));
        continue;
      }
      bindings.set(nodeId, input.binding);
      inputProblems.push(...formatWarning(inspection.validNodes.get(nodeId)?.definition, input));
    }
    const sources = new Map([...bindings].map(([nodeId, { columns }]) => [nodeId, columns]));
    const analysis = await analyseColumns(inspection, sources);
    const problems = [
      ...engine.problems,
      ...inspection.problems,
      ...inputProblems,
      ...(await this.#connectionProblems(valid, request.projectId ?? null)),
      ...analysis.problems,
      ...(await this.#scriptProblems(inspection, engine.engine)),
    ];
    // The analysis bounds the number of columns, and the plan has no more.
    const isKnown = analysis.nodes.every(({ columns }) => columns !== null);
    const isPlanned = engine.engine === 'polars' && isKnown && canRun(problems);
    const segments = isPlanned ? this.#segments(graph, inspection, { bindings, localTime }) : null;
    return { engine: engine.engine, problems, nodes: analysis.nodes, bindings, segments };
  }

  #segments(
    graph: GraphDocument,
    { parameters }: GraphInspection,
    { bindings, localTime }: Pick<ValidationResult, 'bindings'> & { readonly localTime: string },
  ): readonly Segment[] {
    const plan = validateForRun(graph, { lookup: this.#deps.lookup, parameters });
    const isOutput = ({ definition }: PlannedNode): boolean => definition.kind === 'output';
    return flowSegments(plan, new LoweredPlan(plan, bindings, { parameters, localTime }, isOutput));
  }

  async #connectionProblems(
    nodes: readonly ValidNode[],
    projectId: string | null,
  ): Promise<readonly GraphProblem[]> {
    const named = connectionsNamed(nodes);
    const known = await findNamed(named, this.#deps.findConnections, projectId);
    return named.flatMap(({ node, connectionId, use }) => {
      const found = known.get(connectionId);
      const message =
        found === undefined
          ? 'There is no such connection.'
          : (found.refusal ?? unusableConnection(found.connection, use));
      return message === null
        ? []
        : graphError(message, { nodeId: node.id, field: 'connection_id' });
    });
  }

  async #scriptProblems(
    { validNodes }: GraphInspection,
    engine: Engine | null,
  ): Promise<readonly GraphProblem[]> {
    const { scripts } = this.#deps;
    if (engine === null) return [];
    const found = await scriptProblems(validNodes.values(), engine, scripts);
    return found.map(({ node, field, message }) => graphError(message, { nodeId: node.id, field }));
  }

  async #engine(
    choices: readonly (string | null | undefined)[],
  ): Promise<{ engine: Engine | null; problems: readonly GraphProblem[] }> {
    try {
      const fallback = await this.#deps.settings.get('DEFAULT_ENGINE');
      return { engine: chooseEngine(choices, fallback), problems: [] };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { engine: null, problems: [graphError(error.message)] };
    }
  }
}

/** A dataset of another format than the node is meant for is read like any other. */
function formatWarning(
  definition: AnyNode | undefined,
  { binding, sourceType }: ResolvedInput,
): readonly GraphProblem[] {
  const formats = definition?.datasetFormats ?? [];
  if (definition === undefined || sourceType === null || formats.length === 0) return [];
  if (formats.some((format) => format === sourceType)) return [];
  const message = `${definition.label} is meant for datasets of type ${formats.join(' or ')}, but "${binding.datasetName}" is ${sourceType}. It is read as ${sourceType}.`;
  return [graphWarning(message, { nodeId: binding.nodeId, field: 'dataset_id' })];
}

function inputProblem(nodeId: string, error: UserError): GraphProblem {
  if (error instanceof MissingInputError) {
    const field = error.resource === 'Dataset' ? 'dataset_id' : 'dataset_version';
    return graphError(`${error.message}.`, { nodeId, field });
  }
  if (error instanceof DisabledInputError) {
    return graphError(error.message, { nodeId, field: 'dataset_id' });
  }
  const message = error instanceof NodeError ? error.reason : error.message;
  return graphError(message, { nodeId, field: 'format' });
}
