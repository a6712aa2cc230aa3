import { UserError } from '../domain/errors.ts';
import type { NodePreviewJob, PreviewResult } from '../domain/runner-job.ts';
import { readConfig } from '../graph/node-config.ts';
import type { AnyNode, NodeContext, NodeInputs, TransformNode } from '../nodes/definition.ts';
import { columnsOfRows } from './columns-of-rows.ts';
import { failureReason, isDefect } from './failure-reason.ts';
import type { NodeFrame } from './flow-evaluation.ts';
import { previewFrame, type PreviewOptions } from './preview-flow.ts';

/**
 * Previews the frame of a single node on given rows or on a dataset.
 * @throws UserError when the node type, its config, its inputs or its evaluation is invalid
 */
export async function previewNode<F>(
  job: NodePreviewJob,
  options: PreviewOptions<F>,
): Promise<PreviewResult> {
  const definition = transformOf(options.lookup(job.nodeType), job.nodeType);
  const node = { id: job.nodeType, type: job.nodeType, data: { config: job.config } };
  const config = readConfig(definition, node, {});
  const frames = await sourceFrames(job, definition, options);
  try {
    const context = { parameters: {}, localTime: job.localTime };
    const result = transformFrames({ definition, config, frames, context }, options);
    return previewFrame(result, options.engine, job);
  } catch (error) {
    throw isDefect(error) ? error : new UserError(failureReason(error));
  }
}

interface NodeOnFrames<F> {
  readonly definition: TransformNode<unknown>;
  readonly config: unknown;
  readonly frames: FramesByHandle<F>;
  readonly context: NodeContext;
}

function transformFrames<F>(
  { definition, config, frames, context }: NodeOnFrames<F>,
  { engine, scratch }: PreviewOptions<F>,
): NodeFrame<F> {
  const columnsIn = inputsOf(frames, (source) => source.columns);
  const columns = definition.columns(columnsIn, config, context);
  const step = {
    nodeId: definition.id,
    definition,
    config,
    context,
    inputs: inputsOf(frames, (source) => source.frame),
    sources: [...frames.values()].flat().map((source) => source.frame),
    columns,
    expressions: () => definition.expressions?.(columnsIn, config, context) ?? [],
    consumers: 1,
    scratch,
  };
  return { frame: engine.transform(step), columns };
}

function transformOf(definition: AnyNode | undefined, type: string): TransformNode<unknown> {
  if (definition?.kind === 'transform') return definition;
  const problem = definition === undefined ? 'there is no such type' : 'it transforms no rows';
  throw new UserError(`Node type "${type}" cannot be previewed: ${problem}.`);
}

type FramesByHandle<F> = ReadonlyMap<string, readonly NodeFrame<F>[]>;

async function sourceFrames<F>(
  job: NodePreviewJob,
  definition: TransformNode<unknown>,
  options: PreviewOptions<F>,
): Promise<FramesByHandle<F>> {
  const { source } = job;
  const frames = new Map<string, readonly NodeFrame<F>[]>();
  if (source.kind === 'dataset') {
    const { dataKey, columns } = source.input;
    const path = await options.store.localFile(dataKey, options.scratch);
    const frame = await options.engine.readFile({ path, ...source.input });
    frames.set(definition.inputs[0]?.id ?? 'in', [{ frame, columns }]);
  } else {
    for (const [handle, rows] of Object.entries(source.byHandle)) {
      const columns = columnsOfRows(rows);
      frames.set(handle, [{ frame: options.engine.fromRows(columns, rows), columns }]);
    }
  }
  checkHandles(definition, frames);
  return frames;
}

function checkHandles<F>(definition: TransformNode<unknown>, frames: FramesByHandle<F>): void {
  const ids = definition.inputs.map((input) => input.id);
  for (const handle of frames.keys()) {
    if (ids.includes(handle)) continue;
    throw new UserError(
      `${definition.label} has no input "${handle}". The inputs are: ${ids.join(', ')}.`,
    );
  }
  for (const input of definition.inputs) {
    if (!input.required || frames.has(input.id)) continue;
    throw new UserError(`${definition.label} needs rows for its input "${input.id}".`);
  }
}

function inputsOf<F, T>(
  frames: FramesByHandle<F>,
  pick: (frame: NodeFrame<F>) => T,
): NodeInputs<T> {
  function many(handle: string): readonly T[] {
    return (frames.get(handle) ?? []).map(pick);
  }
  return {
    many,
    one(handle = 'in') {
      const [first] = many(handle);
      if (first === undefined) throw new Error(`Input "${handle}" has no frame`);
      return first;
    },
  };
}
