import { UserError } from '../domain/errors.ts';
import type { NodePreviewJob, PreviewResult } from '../domain/runner-job.ts';
import { readConfig } from '../graph/node-config.ts';
import { lowerNode } from '../graph/lower-node.ts';
import type { AnyNode, NodeContext, NodeInputs } from '../nodes/definition.ts';
import type { Input, Source } from '../plan/relation.ts';
import { readScriptSettings } from '../scripts/script-settings.ts';
import { columnsOfRows } from './columns-of-rows.ts';
import { failureReason, isDefect } from './failure-reason.ts';
import { evaluateOutput } from './evaluate-output.ts';
import type { NodeFrame } from './node-frame.ts';
import { NO_REPORT } from './node-report.ts';
import {
  previewFrame,
  shownWarnings,
  withConfigWarnings,
  type PreviewOptions,
} from './preview-frame.ts';
import { NO_DATABASES } from './database-context.ts';

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
    const result = await transformFrames({ definition, config }, { frames, context }, options);
    const { frame, relation, report } = result;
    const rowCount = options.engine.countRows(frame);
    const warnings = shownWarnings(node.id, report);
    const shown = { frame, columns: relation.columns, rowCount, warnings };
    return withConfigWarnings(
      previewFrame(shown, options.engine, job),
      [{ node, definition, config }],
      {},
    );
  } catch (error) {
    throw isDefect(error) ? error : new UserError(failureReason(error));
  }
}

async function transformFrames<F>(
  node: { readonly definition: AnyNode; readonly config: unknown },
  { frames, context }: { readonly frames: FramesByHandle<F>; readonly context: NodeContext },
  { engine, scratch, scripts }: PreviewOptions<F>,
): Promise<NodeFrame<F>> {
  const inputs = inputsOf(frames);
  const output = lowerNode(
    node,
    {
      one: (handle) => inputs.one(handle).relation,
      many: (handle) => inputs.many(handle).map((each) => each.relation),
    },
    context,
  ).of();
  const frameOfInput = ({ handle, position }: Input): F => {
    const found = inputs.many(handle)[position];
    if (found === undefined) throw new Error(`Input "${handle}" has no frame`);
    return found.frame;
  };
  const step = {
    nodeId: node.definition.id,
    input: frameOfInput,
    sources: [...frames.values()].flat().map((source) => source.frame),
    consumers: 1,
    // Only first rows are read. A lazy engine computes no others anyway.
    live: engine.isLazy ? undefined : new Set<string>(),
    scratch,
    // A transform uses no connection.
    databases: NO_DATABASES,
    scripts: {
      settings: scripts ?? readScriptSettings(process.env),
      // A preview has no log.
      onOutput: () => undefined,
    },
  };
  return await evaluateOutput(engine, output, step);
}

function transformOf(definition: AnyNode | undefined, type: string): AnyNode {
  if (definition?.kind === 'transform') return definition;
  const problem = definition === undefined ? 'there is no such type' : 'it transforms no rows';
  throw new UserError(`Node type "${type}" cannot be previewed: ${problem}.`);
}

type FramesByHandle<F> = ReadonlyMap<string, readonly NodeFrame<F>[]>;

async function sourceFrames<F>(
  job: NodePreviewJob,
  definition: AnyNode,
  options: PreviewOptions<F>,
): Promise<FramesByHandle<F>> {
  const { source } = job;
  const frames = new Map<string, readonly NodeFrame<F>[]>();
  if (source.kind === 'dataset') {
    const { dataKey, columns } = source.input;
    const path = await options.store.localFile(dataKey, options.scratch);
    const frame = await options.engine.readFile({ path, ...source.input });
    const relation: Source = { op: 'source', name: 'dataset', columns };
    frames.set(definition.inputs[0]?.id ?? 'in', [{ frame, relation, report: NO_REPORT }]);
  } else {
    for (const [handle, rows] of Object.entries(source.byHandle)) {
      const columns = columnsOfRows(rows);
      const relation: Source = { op: 'source', name: handle, columns };
      frames.set(handle, [
        { frame: options.engine.fromRows(columns, rows), relation, report: NO_REPORT },
      ]);
    }
  }
  checkHandles(definition, frames);
  return frames;
}

function checkHandles<F>(definition: AnyNode, frames: FramesByHandle<F>): void {
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

function inputsOf<F>(frames: FramesByHandle<F>): NodeInputs<NodeFrame<F>> {
  const many = (handle: string): readonly NodeFrame<F>[] => frames.get(handle) ?? [];
  return {
    many,
    one(handle = 'in') {
      const [first] = many(handle);
      if (first === undefined) throw new Error(`Input "${handle}" has no frame`);
      return first;
    },
  };
}
