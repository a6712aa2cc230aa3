import { readFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../runner/domain/errors.ts';
import type { GraphDocument } from '../runner/domain/graph.ts';
import type { GraphProblem } from '../runner/graph/problem.ts';
import { readGraph } from '../runner/graph/read-graph.ts';
import { fileFault } from './file-fault.ts';
import { UsageError } from './paths.ts';
import { lineOf } from './problem-line.ts';
import { shownFile, STANDARD_STREAM } from './standard-stream.ts';
import { unknownDocumentFields, unknownFieldsOfNodes } from './unknown-fields.ts';

const MAX_LISTED = 20;

export interface FlowFile {
  readonly name: string;
  readonly graph: GraphDocument;
}

/**
 * Reads a flow from a file: an export document (`graph_json`), a versioned document (`graph`) or a
 * bare graph (`nodes`, `edges`).
 * @param file a path, or `-` for standard input
 * @throws UserError when the file is no JSON or holds no flow; UsageError when it cannot be read, or
 *   has fields that are not known
 */
export function readFlowFile(file: string): FlowFile {
  const content = parse(file);
  const name = content.name;
  const fallback = file === STANDARD_STREAM ? 'flow' : path.basename(file, path.extname(file));
  const graph = readGraph(graphIn(content));
  refuseUnknownFields(file, [...unknownDocumentFields(content), ...unknownFieldsOfNodes(graph)]);
  return { name: typeof name === 'string' && name !== '' ? name : fallback, graph };
}

function refuseUnknownFields(file: string, unknown: readonly GraphProblem[]): void {
  if (unknown.length === 0) return;
  const lines = unknown
    .slice(0, MAX_LISTED)
    .map((problem) => `${shownFile(file)}: ${lineOf(problem)}`);
  throw new UsageError(lines.join('\n'));
}

/** What a file holds, unchecked. */
export interface UncheckedFlow {
  /** What is there where the graph of a flow is expected, in any of the forms of `readFlowFile`. */
  readonly graph: unknown;
  /** Fields beside the graph that no document has. */
  readonly unknownFields: readonly GraphProblem[];
}

/** @throws UsageError when the file cannot be read, UserError when it is no JSON object */
export function readUncheckedFlow(file: string): UncheckedFlow {
  const content = parse(file);
  return { graph: graphIn(content), unknownFields: unknownDocumentFields(content) };
}

function graphIn(content: Readonly<Record<string, unknown>>): unknown {
  return content.graph_json ?? content.graph ?? content;
}

function parse(file: string): Record<string, unknown> {
  const text = textOf(file);
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch (error) {
    throw new UserError(
      `${shownFile(file)} is not JSON: ${error instanceof Error ? error.message : ''}`,
    );
  }
  throw new UserError(
    `${shownFile(file)} holds no flow: a JSON object with nodes and edges is expected.`,
  );
}

function textOf(file: string): string {
  try {
    // 0 is standard input.
    return readFileSync(file === STANDARD_STREAM ? 0 : file, 'utf8');
  } catch (cause) {
    throw new UsageError(`${file} cannot be read: ${fileFault(file, cause)}.`, { cause });
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
