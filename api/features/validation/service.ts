import { isRefusal, notFound } from '../../domain/errors.ts';
import { NodeError, UserError } from '../../../runner/domain/errors.ts';
import type { Engine } from '../../../runner/domain/engine.ts';
import { nodeLabel } from '../../../runner/domain/graph.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import type { InputBinding } from '../../../runner/domain/run-spec.ts';
import { utcRunTime } from '../../../runner/domain/run-time.ts';
import {
  analyseColumns,
  type AnalysedNode,
  type NodeColumn,
} from '../../../runner/graph/analyse-columns.ts';
import { inspectGraph } from '../../../runner/graph/inspect-graph.ts';
import {
  canRun,
  graphError,
  problemRecord,
  graphWarning,
  type GraphProblem,
} from '../../../runner/graph/problem.ts';
import { graphShapeProblems, readGraph } from '../../../runner/graph/read-graph.ts';
import type { NodeLookup } from '../../../runner/graph/validate-graph.ts';

import { checkSchemaVersion } from '../flows/flow-document.ts';
import { chooseEngine } from '../../execution/launch/choose-engine.ts';
import type { InputStore } from '../../domain/runs/input-store.ts';
import {
  DisabledInputError,
  lookUpInputs,
  MissingInputError,
} from '../../execution/launch/resolve-inputs.ts';
import type { RunStore } from '../../domain/runs/store.ts';
import type { SettingsService } from '../../domain/settings/service.ts';
import type { FlowValidateDocument, FlowValidation } from './schemas.ts';

export interface ValidationDeps {
  readonly flows: Pick<RunStore, 'findFlow'>;
  readonly inputs: InputStore;
  readonly settings: SettingsService;
  readonly lookup: NodeLookup;
  readonly now: () => Date;
}

/** What a run would be started with. */
export interface ValidationRequest {
  readonly engine?: string | null | undefined;
  readonly parameters?: JsonObject | null | undefined;
}

const MAX_PROBLEMS = 1_000;

/** Tells what is wrong with flows, and what their nodes would make, from the schemas of their datasets. */
export class ValidationService {
  readonly #deps: ValidationDeps;

  constructor(deps: ValidationDeps) {
    this.#deps = deps;
  }

  /** @throws DomainError not_found */
  async flow(flowId: string, request: ValidationRequest): Promise<FlowValidation> {
    const flow = await this.#deps.flows.findFlow(flowId);
    if (flow === null) throw notFound('Flow', flowId);
    const disabled = flow.isDisabled
      ? [graphWarning('The flow is disabled: it does not run until it is enabled.')]
      : [];
    return await this.#validate(flow.graph, request, disabled);
  }

  /** @throws DomainError invalid for a document of another version */
  async document(document: FlowValidateDocument): Promise<FlowValidation> {
    checkSchemaVersion(document.schemaVersion);
    const { engine, parameters } = document;
    const request = { engine, parameters: parameters as JsonObject | null | undefined };
    return await this.#validate(document.graph_json ?? document.graph, request, []);
  }

  async #validate(
    document: unknown,
    request: ValidationRequest,
    known: readonly GraphProblem[],
  ): Promise<FlowValidation> {
    const form = graphShapeProblems(document);
    if (form.length > 0) {
      const engine = await this.#engine([request.engine]);
      return answer(engine.engine, [...known, ...engine.problems, ...form], []);
    }
    const graph = readGraph(document);
    const engine = await this.#engine([request.engine, graph.engine]);
    const overrides = request.parameters ?? {};
    const { lookup, now } = this.#deps;
    const { localTime } = utcRunTime(now());
    const inspection = inspectGraph(graph, { lookup, overrides, localTime });
    const inputs = [...inspection.validNodes.values()].filter(
      (it) => it.definition.kind === 'input',
    );
    const found = await lookUpInputs(inputs, this.#deps.inputs);
    const bindings = new Map<string, InputBinding>();
    const missing: GraphProblem[] = [];
    for (const [nodeId, input] of found) {
      if (input instanceof UserError) missing.push(problemOfInput(nodeId, input));
      else bindings.set(nodeId, input.binding);
    }
    const sources = new Map([...bindings].map(([nodeId, { columns }]) => [nodeId, columns]));
    const analysis = await analyseColumns(inspection, sources);
    const problems = [
      ...[...known, ...engine.problems, ...inspection.problems],
      ...[...missing, ...analysis.problems],
    ];
    const nodes = analysis.nodes.map((node) => toNode(node, bindings.get(node.node.id)));
    return answer(engine.engine, problems, nodes);
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

function answer(
  engine: Engine | null,
  problems: readonly GraphProblem[],
  nodes: FlowValidation['nodes'],
): FlowValidation {
  return {
    valid: canRun(problems),
    engine,
    problems: problems.slice(0, MAX_PROBLEMS).map(problemRecord),
    nodes,
  };
}

function problemOfInput(nodeId: string, error: UserError): GraphProblem {
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

function toNode(
  { node, columns, rowsBy }: AnalysedNode,
  binding: InputBinding | undefined,
): FlowValidation['nodes'][number] {
  return {
    node_id: node.id,
    type: node.type,
    label: nodeLabel(node),
    status: columns === null ? 'unknown' : 'known',
    columns:
      columns?.map(({ name, type, origin, from }) => ({
        name,
        type,
        origin,
        from: from.map(toSource),
      })) ?? null,
    rows_by: rowsBy.map(toSource),
    dataset:
      binding === undefined
        ? null
        : {
            dataset_id: binding.datasetId,
            dataset_name: binding.datasetName,
            version_number: binding.versionNumber,
          },
  };
}

function toSource({ nodeId, column }: NodeColumn): { node_id: string; column: string } {
  return { node_id: nodeId, column };
}
