import pl from '../../runner/engines/polars/pinned/library.ts';
import type { ColumnSchema } from '../../runner/domain/column.ts';
import type { JsonObject } from '../../runner/domain/json.ts';
import type { Frame } from '../../runner/engines/pandas/frame.ts';
import { fromPolars } from '../../runner/engines/pandas/from-polars.ts';
import { schemaOf } from '../../runner/engines/pandas/kernels/columns/column-access.ts';
import { toPolars } from '../../runner/engines/pandas/to-polars.ts';
import { compilePandas } from '../../runner/compilers/pandas/compile.ts';
import { compilePolars } from '../../runner/compilers/polars/compile.ts';
import { readConfig } from '../../runner/graph/node-config.ts';
import { lowerNode } from '../../runner/graph/lower-node.ts';
import type { AnyNode } from '../../runner/nodes/definition.ts';
import { PandasEngine } from '../../runner/engine-adapters/pandas-engine.ts';
import { evaluateReport } from '../../runner/execution/evaluate-report.ts';
import { NO_REPORT, type NodeReport } from '../../runner/execution/node-report.ts';
import {
  isDiscovered,
  knownRelation,
  type NodeOutput,
  type Relation,
} from '../../runner/plan/relation.ts';
import { nodeOfType } from '../../runner/nodes/index.ts';

/** The input frames of a transform node by handle. */
export type TransformInputs = Readonly<Record<string, readonly Frame[]>>;

const CONTEXT = { parameters: {}, localTime: '2026-11-22T00:00:00' };

/** Returns the result schema that the plan of the node has. */
export function declaredColumns(
  id: string,
  inputs: TransformInputs,
  config: JsonObject,
): readonly ColumnSchema[] {
  return lowered(id, inputs, config).columns;
}

/** Returns the plan of a node whose schema is known. */
export function lowered(id: string, inputs: TransformInputs, config: JsonObject): Relation {
  return knownRelation(loweredOutput(id, inputs, config));
}

/** Returns the plan of the node. */
export function loweredOutput(id: string, inputs: TransformInputs, config: JsonObject): NodeOutput {
  const definition = transformNode(id);
  const settings = readConfig(definition, { id, type: id, data: { config } }, {});
  const sources = (handle: string): readonly Relation[] =>
    (inputs[handle] ?? []).map((frame, position): Relation => ({
      op: 'source',
      name: `${handle} ${position}`,
      columns: schemaOf(frame),
    }));
  return lowerNode(
    { definition, config: settings },
    { many: sources, one: (handle = 'in') => sources(handle)[0]! },
    CONTEXT,
  ).of();
}

/** Returns the result of the node on the pandas engine. */
export function onPandas(id: string, inputs: TransformInputs, config: JsonObject): Frame {
  return compilePandas(lowered(id, inputs, config), {
    input: ({ handle, position }) => inputs[handle]![position]!,
    locate: (error) => error,
  });
}

/** Returns what the node reports on the pandas engine. @throws CheckFailure */
export function reportOnPandas(
  id: string,
  inputs: TransformInputs,
  config: JsonObject,
): NodeReport {
  const relation = loweredOutput(id, inputs, config);
  if (isDiscovered(relation)) return NO_REPORT;
  return evaluateReport(new PandasEngine(pl), relation, {
    nodeId: id,
    input: ({ handle, position }) => inputs[handle]![position]!,
    sources: Object.values(inputs).flat(),
    consumers: 1,
    scratch: '',
  });
}

/** Returns the result of the node on the polars engine. */
export function onPolars(id: string, inputs: TransformInputs, config: JsonObject): Frame {
  const { lazy } = compilePolars(lowered(id, inputs, config), {
    library: pl,
    input: ({ handle, position }) => {
      const frame = inputs[handle]![position]!;
      return { lazy: toPolars(pl, frame).lazy(), columns: schemaOf(frame) };
    },
  });
  return fromPolars(pl, lazy.collectSync({ engine: 'streaming' }));
}

function transformNode(id: string): AnyNode {
  const node = nodeOfType(id);
  if (node?.kind !== 'transform') throw new TypeError(`${id} is not a transform node`);
  return node;
}
