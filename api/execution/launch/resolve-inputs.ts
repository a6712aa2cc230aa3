import { z } from 'zod';
import { NodeError, UserError } from '../../../runner/domain/errors.ts';
import { nodeLabel, type GraphNode } from '../../../runner/domain/graph.ts';
import type { InputBinding } from '../../../runner/domain/run-spec.ts';
import type { ExecutionPlan } from '../../../runner/graph/validate-graph.ts';
import type { FoundInput, InputStore, InputSelector } from '../../domain/runs/input-store.ts';

export interface ResolvedInputs {
  readonly bindings: readonly InputBinding[];
  /** Of all files together. */
  readonly bytes: number;
}

/** An input node names a dataset or version that is not there. */
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

  constructor(nodeId: string, datasetName: string) {
    super(`The dataset "${datasetName}" is disabled or deleted. Enable or restore it first.`);
    this.nodeId = nodeId;
  }
}

const inputConfig = z.object({
  dataset_id: z.string(),
  dataset_version: z.number().nullable(),
  format: z.string(),
});

/** The dataset that the config of an input node names. */
export function datasetIdOf(config: unknown): string {
  return inputConfig.parse(config).dataset_id;
}

/**
 * Finds the dataset version of every input node of a plan: the one it names, else the latest.
 * @throws MissingInputError, DisabledInputError for what is not there (any more); NodeError when a
 *   node reads another format than its dataset has
 */
export async function resolveInputs(
  plan: ExecutionPlan,
  store: InputStore,
): Promise<ResolvedInputs> {
  const inputs = plan.steps.filter(({ definition }) => definition.kind === 'input');
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
  /** Of the file. */
  readonly bytes: number;
}

/** What `resolveInputs` finds for each input node, by its id, or why it finds nothing. */
export async function lookUpInputs(
  inputs: readonly { readonly node: GraphNode; readonly config: unknown }[],
  store: InputStore,
): Promise<Map<string, ResolvedInput | UserError>> {
  const asked = inputs.map(({ node, config }) => {
    const { dataset_id, dataset_version, format } = inputConfig.parse(config);
    return {
      node,
      // The default stands for nobody's wish: without a format the dataset's own counts.
      format: Object.hasOwn(node.data.config, 'format') ? format : null,
      wanted: { nodeId: node.id, datasetId: dataset_id, version: dataset_version },
    };
  });
  const found = await store.find(asked.map(({ wanted }) => wanted));
  return new Map(
    found.map((input, position) => {
      const { node, format, wanted } = asked[position] ?? missingRow(input);
      return [node.id, orUserError(() => bindAsFormat(node, format, { wanted, found: input }))];
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

function bindAsFormat(
  node: GraphNode,
  format: string | null,
  { wanted, found }: { readonly wanted: InputSelector; readonly found: FoundInput },
): ResolvedInput {
  refuseOtherFormat(node, found, format);
  return { binding: bindInput(wanted, found), bytes: found.bytes ?? 0 };
}

/**
 * Makes the binding of one dataset version.
 * @throws MissingInputError, DisabledInputError
 */
export function bindInput(wanted: InputSelector, found: FoundInput): InputBinding {
  const { datasetId, version, nodeId } = wanted;
  if (found.datasetName === null) throw new MissingInputError(nodeId, 'Dataset', datasetId);
  if (found.isDisabled === true) {
    throw new DisabledInputError(nodeId, found.datasetName);
  }
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

function refuseOtherFormat(
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

function missingRow(input: FoundInput): never {
  throw new Error(`No input node was asked for ${input.nodeId}`);
}
