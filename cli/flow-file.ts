import { readFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../runner/domain/errors.ts';
import type { GraphDocument } from '../runner/domain/graph.ts';
import type { GraphProblem } from '../runner/graph/problem.ts';
import { readGraph } from '../runner/graph/read-graph.ts';
import { fileErrorReason } from './file-error-reason.ts';
import { UsageError } from './paths.ts';
import { formatProblem } from './format-problem.ts';
import { parseOptionsOfFlow, type ParseOptionsByNode } from './parse-options-of-flow.ts';
import { shownFile, STANDARD_STREAM } from './standard-stream.ts';
import { unknownDocumentFields, unknownNodeFields } from './unknown-fields.ts';

const MAX_LISTED = 20;

/** A flow read from a file. */
export interface FlowFile {
  readonly name: string;
  readonly graph: GraphDocument;
  /** How to read the files of the input nodes. */
  readonly parseOptions: ParseOptionsByNode;
}

/**
 * Reads a flow from a file: an export document (`graph_json`), a versioned document (`graph`) or a
 * bare graph (`nodes`, `edges`).
 * @param file a path, or `-` for standard input
 * @throws UserError when the file is not JSON or has no flow
 * @throws UsageError when the file cannot be read or has unknown fields
 */
export function readFlowFile(file: string): FlowFile {
  const content = parse(file);
  const name = content.name;
  const fallback = file === STANDARD_STREAM ? 'flow' : path.basename(file, path.extname(file));
  const graph = readGraph(graphIn(content));
  rejectUnknownFields(file, [...unknownDocumentFields(content), ...unknownNodeFields(graph)]);
  return {
    name: typeof name === 'string' && name !== '' ? name : fallback,
    graph,
    parseOptions: parseOptionsOfFlow(content),
  };
}

function rejectUnknownFields(file: string, unknown: readonly GraphProblem[]): void {
  if (unknown.length === 0) return;
  const lines = unknown
    .slice(0, MAX_LISTED)
    .map((problem) => `${shownFile(file)}: ${formatProblem(problem)}`);
  throw new UsageError(lines.join('\n'));
}

/** The unchecked content of a flow file. */
export interface UncheckedFlow {
  /** The value in place of the graph, in any of the forms of `readFlowFile`. */
  readonly graph: unknown;
  /** Unknown fields beside the graph. */
  readonly unknownFields: readonly GraphProblem[];
  /** How to read the files of the input nodes. */
  readonly parseOptions: ParseOptionsByNode;
}

/**
 * Reads a flow file without checking the graph.
 * @throws UsageError when the file cannot be read
 * @throws UserError when it is not a JSON object or has invalid parse options
 */
export function readUncheckedFlow(file: string): UncheckedFlow {
  const content = parse(file);
  return {
    graph: graphIn(content),
    unknownFields: unknownDocumentFields(content),
    parseOptions: parseOptionsOfFlow(content),
  };
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
    // File descriptor 0 is standard input.
    return readFileSync(file === STANDARD_STREAM ? 0 : file, 'utf8');
  } catch (cause) {
    throw new UsageError(`${file} cannot be read: ${fileErrorReason(file, cause)}.`, { cause });
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
