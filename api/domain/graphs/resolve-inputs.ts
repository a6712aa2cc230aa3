import { z } from 'zod';
import { NodeError, UserError } from '../../../runner/domain/errors.ts';
import { nodeLabel, type GraphNode } from '../../../runner/domain/graph.ts';
import type { InputBinding } from '../../../runner/domain/run-spec.ts';
import type { ExecutionPlan } from '../../../runner/graph/validate-graph.ts';
import { readsDataset } from '../../../runner/nodes/definition.ts';
import type { FoundInput, InputStore, InputSelector } from '../runs/input-store.ts';

export interface ResolvedInputs {
  readonly bindings: readonly InputBinding[];
  /** The size of all files together. */
  readonly bytes: number;
}

/** An input node names a dataset or version that does not exist. */
export class MissingInputError extends UserError {
  override readonly name = 'MissingInputError';
  readonly nodeId: string;
  readonly resource: 'Dataset' | 'Dataset version';
  readonly id: string;

  constructor(nodeId: string, resource: 'Dataset' | 'Dataset version', id: string) {
    super(`${resource} '${id}' not found`);
    this.nodeId = nodeId;
    this.resource = resource;
    this.id = id;
  }
}

/** An input node names a dataset that was disabled or deleted. */
export class DisabledInputError extends UserError {
  override readonly name = 'DisabledInputError';
  readonly nodeId: string;

  constructor(selector: InputSelector, found: FoundInput) {
    super(unavailable(selector, found));
    this.nodeId = selector.nodeId;
  }
}

/** Which of the two the dataset is, and what makes it available again. */
function unavailable(
  { datasetId }: InputSelector,
  { datasetName, isDeleted, disabledByProject }: FoundInput,
): string {
  const name = `The dataset "${datasetName ?? ''}"`;
  const path = `/api/datasets/${datasetId}`;
  if (isDeleted === true) {
    return `${name} was deleted. Restore it (POST ${path}/restore), or read another one.`;
  }
  if (disabledByProject !== null) {
    return `${name} is disabled, because its project "${disabledByProject}" is disabled. Enable the project, which enables the dataset.`;
  }
  return `${name} is disabled. Enable it (PATCH ${path} with {"is_disabled": false}), or read another one.`;
}

const inputConfig = z.object({
  dataset_id: z.string(),
  dataset_version: z.number().nullable(),
  /** Only of a type that reads several formats. */
  format: z.string().nullish(),
});

/** The dataset that the config of an input node names. */
export function datasetIdOf(config: unknown): string {
  return inputConfig.parse(config).dataset_id;
}

/**
 * Finds the dataset version of every input node of a plan: the named one, else the latest.
 * @throws MissingInputError or DisabledInputError for an unavailable dataset; NodeError when the format
 *   of a node differs from its dataset's
 */
export async function resolveInputs(
  plan: ExecutionPlan,
  store: InputStore,
): Promise<ResolvedInputs> {
  const inputs = plan.steps.filter(({ definition }) => readsDataset(definition));
  const found = [...(await lookUpInputs(inputs, store)).values()];
  const resolved = found.map((input) => {
    if (input instanceof UserError) throw input;
    return input;
  });
  return {
    bindings: resolved.map(({ binding }) => binding),
    bytes: resolved.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

export interface ResolvedInput {
  readonly binding: InputBinding;
  /** The size of the file. */
  readonly bytes: number;
  /** The format of the dataset. */
  readonly sourceType: string | null;
}

/** Like `resolveInputs`, but gives each input node, by its id, its own result or error. */
export async function lookUpInputs(
  inputs: readonly { readonly node: GraphNode; readonly config: unknown }[],
  store: InputStore,
): Promise<Map<string, ResolvedInput | UserError>> {
  const requests = inputs.map(({ node, config }) => {
    const { dataset_id, dataset_version, format } = inputConfig.parse(config);
    return {
      node,
      // A default is not a choice: without an explicit format, any format of the dataset is valid.
      format: Object.hasOwn(node.data.config, 'format') ? (format ?? null) : null,
      selector: { nodeId: node.id, datasetId: dataset_id, version: dataset_version },
    };
  });
  const found = await store.find(requests.map(({ selector }) => selector));
  return new Map(
    found.map((input, position) => {
      const { node, format, selector } = requests[position] ?? unexpectedRow(input);
      return [node.id, orUserError(() => bindWithFormat(node, format, { selector, found: input }))];
    }),
  );
}

function orUserError<T>(work: () => T): T | UserError {
  try {
    return work();
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
}

function bindWithFormat(
  node: GraphNode,
  format: string | null,
  { selector, found }: { readonly selector: InputSelector; readonly found: FoundInput },
): ResolvedInput {
  checkFormat(node, found, format);
  const { bytes, sourceType } = found;
  return { binding: bindInput(selector, found), bytes: bytes ?? 0, sourceType };
}

/**
 * Binds an input node to a dataset version.
 * @throws MissingInputError, DisabledInputError
 */
export function bindInput(selector: InputSelector, found: FoundInput): InputBinding {
  const { datasetId, version, nodeId } = selector;
  if (found.datasetName === null) throw new MissingInputError(nodeId, 'Dataset', datasetId);
  if (found.isDisabled === true) throw new DisabledInputError(selector, found);
  const { versionNumber, dataKey, columns, rowCount, datasetName } = found;
  if (versionNumber === null || dataKey === null || columns === null) {
    throw new MissingInputError(nodeId, 'Dataset version', `${datasetId}:${version ?? 'latest'}`);
  }
  return {
    nodeId,
    datasetId,
    datasetName,
    versionNumber,
    dataKey,
    columns,
    rowCount: rowCount ?? 0,
  };
}

function checkFormat(
  node: GraphNode,
  { sourceType, datasetName }: FoundInput,
  format: string | null,
): void {
  if (sourceType === null || format === null || sourceType === format) return;
  throw new NodeError(
    { id: node.id, label: nodeLabel(node) },
    `"format" is ${format}, but the dataset "${datasetName ?? ''}" is ${sourceType}.`,
  );
}

function unexpectedRow(input: FoundInput): never {
  throw new Error(`The input store returned the node ${input.nodeId}, which was not requested`);
}
