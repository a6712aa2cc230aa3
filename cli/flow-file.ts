import { readFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../runner/domain/errors.ts';
import type { GraphDocument } from '../runner/domain/graph.ts';
import type { GraphProblem } from '../runner/graph/problem.ts';
import { readGraph } from '../runner/graph/read-graph.ts';
import { UsageError } from './paths.ts';
import { lineOf } from './problem-line.ts';
import { unknownDocumentFields, unknownFieldsOfNodes } from './unknown-fields.ts';

const MAX_LISTED = 20;

export interface FlowFile {
  readonly name: string;
  readonly graph: GraphDocument;
}

/**
 * Reads a flow from a file: an export document (`graph_json`), a versioned document (`graph`) or a
 * bare graph (`nodes`, `edges`).
 * @throws UserError when the file is no JSON or holds no flow; UsageError when it is missing, or has
 *   fields that are not known
 */
export function readFlowFile(file: string): FlowFile {
  const content = parse(file);
  const name = content.name;
  const fallback = path.basename(file, path.extname(file));
  const graph = readGraph(graphIn(content));
  refuseUnknownFields(file, [...unknownDocumentFields(content), ...unknownFieldsOfNodes(graph)]);
  return { name: typeof name === 'string' && name !== '' ? name : fallback, graph };
}

function refuseUnknownFields(file: string, unknown: readonly GraphProblem[]): void {
  if (unknown.length === 0) return;
  const lines = unknown.slice(0, MAX_LISTED).map((problem) => `${file}: ${lineOf(problem)}`);
  throw new UsageError(lines.join('\n'));
}

/** What a file holds, unchecked. */
export interface UncheckedFlow {
  /** What is there where the graph of a flow is expected, in any of the forms of `readFlowFile`. */
  readonly graph: unknown;
  /** Fields beside the graph that no document has. */
  readonly unknownFields: readonly GraphProblem[];
}

/** @throws UserError when the file is no JSON object; UsageError when it is missing */
export function readUncheckedFlow(file: string): UncheckedFlow {
  const content = parse(file);
  return { graph: graphIn(content), unknownFields: unknownDocumentFields(content) };
}

function graphIn(content: Readonly<Record<string, unknown>>): unknown {
  return content.graph_json ?? content.graph ?? content;
}

function parse(file: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`There is no readable file ${file}.`);
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch (error) {
    throw new UserError(`${file} is not JSON: ${error instanceof Error ? error.message : ''}`);
  }
  throw new UserError(`${file} holds no flow: a JSON object with nodes and edges is expected.`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
