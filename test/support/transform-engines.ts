import pl from 'nodejs-polars';
import type { ColumnSchema } from '../../runner/domain/column.ts';
import type { JsonObject } from '../../runner/domain/json.ts';
import type { Frame } from '../../runner/engines/pandas/frame.ts';
import { fromPolars } from '../../runner/engines/pandas/from-polars.ts';
import { schemaOf } from '../../runner/engines/pandas/kernels/column-access.ts';
import { toPolars } from '../../runner/engines/pandas/to-polars.ts';
import type { NodeInputs, TransformNode } from '../../runner/nodes/definition.ts';
import { nodeOfType } from '../../runner/nodes/index.ts';

/** The input frames of a transform node by handle. */
export type TransformInputs = Readonly<Record<string, readonly Frame[]>>;

const CONTEXT = { parameters: {}, localTime: '2026-11-22T00:00:00' };

/** Returns the result schema that the node declares. */
export function declaredColumns(
  id: string,
  inputs: TransformInputs,
  config: JsonObject,
): readonly ColumnSchema[] {
  const { node, settings } = prepared(id, config);
  return node.columns(provide(inputs, schemaOf), settings, CONTEXT);
}

/** Returns the result of the node on the pandas engine. */
export function onPandas(id: string, inputs: TransformInputs, config: JsonObject): Frame {
  const { node, settings } = prepared(id, config);
  return node.pandas(
    provide(inputs, (frame) => frame),
    settings,
    CONTEXT,
  );
}

/** Returns the result of the node on the polars engine. */
export function onPolars(id: string, inputs: TransformInputs, config: JsonObject): Frame {
  const { node, settings } = prepared(id, config);
  const frames = provide(inputs, (frame) => ({
    lazy: toPolars(pl, frame).lazy(),
    columns: schemaOf(frame),
  }));
  const plan = node.polars(frames, settings, { ...CONTEXT, pl });
  return fromPolars(pl, plan.collectSync());
}

function prepared(
  id: string,
  config: JsonObject,
): { node: TransformNode<unknown>; settings: unknown } {
  const node = nodeOfType(id);
  if (node?.kind !== 'transform') throw new TypeError(`${id} is not a transform node`);
  return { node, settings: node.config.parse({ ...node.defaultConfig, ...config }) };
}

function provide<T>(inputs: TransformInputs, make: (frame: Frame) => T): NodeInputs<T> {
  const many = (handle: string): readonly T[] => (inputs[handle] ?? []).map(make);
  return { many, one: (handle = 'in') => many(handle)[0]! };
}
