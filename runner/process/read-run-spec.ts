import { z } from 'zod';
import { COLUMN_TYPES } from '../domain/column.ts';
import { ENGINES } from '../domain/engine.ts';
import { exactJson } from '../domain/exact-json.ts';
import type { JsonObject, JsonValue } from '../domain/json.ts';
import type { RunSpec } from '../domain/run-spec.ts';
import { WATERMARK_TYPES } from '../domain/watermark.ts';
import { readGraph } from '../graph/read-graph.ts';

const input = z.object({
  nodeId: z.string(),
  datasetId: z.string(),
  datasetName: z.string(),
  versionNumber: z.number(),
  dataKey: z.string(),
  columns: z.array(
    z.object({
      name: z.string(),
      type: z.enum(COLUMN_TYPES),
      rounded: z.literal(true).exactOptional(),
    }),
  ),
  rowCount: z.number(),
});

const text = z.string().nullable();
const connection = z.object({
  id: z.string(),
  name: z.string(),
  provider: z.string(),
  host: text,
  port: z.number().nullable(),
  database: text,
  username: text,
  secret: text,
  options: z.custom<JsonObject | null>((value) => typeof value === 'object'),
});

const watermark = z.object({
  nodeId: z.string(),
  connectionId: z.string(),
  table: z.object({ schema: text, table: z.string() }).nullable(),
  column: z.string(),
  parameters: z
    .record(
      z.string(),
      z.custom<JsonValue>((value) => value !== undefined),
    )
    .exactOptional(),
  type: z.enum(WATERMARK_TYPES),
  value: z.string(),
  queryDigest: z.string().exactOptional(),
  warning: z.string().exactOptional(),
});

const spec = z.object({
  runId: z.string(),
  flowName: z.string(),
  engine: z.enum(ENGINES),
  graph: z.unknown().transform(readGraph),
  parameters: z.record(
    z.string(),
    z.custom<JsonValue>((value) => value !== undefined),
  ),
  inputs: z.array(input),
  connections: z.array(connection).exactOptional(),
  watermarks: z.array(watermark).exactOptional(),
  localTime: z.string().exactOptional(),
  traceparent: z.string().exactOptional(),
});

/** The run spec is invalid. A retry cannot help. */
export class RunSpecError extends Error {
  override readonly name = 'RunSpecError';
}

/** Parses a run spec. @throws RunSpecError */
export function readRunSpec(text: string): RunSpec {
  try {
    return spec.parse(exactJson.parse(text));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new RunSpecError(`Run spec is invalid: ${reason}`, { cause });
  }
}
