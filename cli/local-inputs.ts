import { createReadStream } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { errorCode } from '../runner/domain/error-code.ts';
import { UserError } from '../runner/domain/errors.ts';
import {
  FORMAT_BY_EXTENSION,
  isArrowName,
  storedFileName,
  OUTPUT_SUFFIX,
  type FileFormat,
} from '../runner/domain/file-format.ts';
import { unreadableName } from '../runner/domain/other-formats.ts';
import { nodeLabel, type GraphDocument, type GraphNode } from '../runner/domain/graph.ts';
import { objectKeys } from '../runner/domain/object-keys.ts';
import type { ParseOptions } from '../runner/domain/parse-options.ts';
import type { InputBinding } from '../runner/domain/run-spec.ts';
import type { IngestResult } from '../runner/domain/runner-job.ts';
import { readsDataset } from '../runner/nodes/definition.ts';
import { nodeOfType } from '../runner/nodes/index.ts';
import { ingestUpload } from '../runner/process/ingest-upload.ts';
import type { Runtime } from '../runner/process/runtime.ts';
import { fileErrorReason } from './file-error-reason.ts';
import { optionsForFormat, type ParseOptionsByNode } from './parse-options-of-flow.ts';
import { givenParseOptions, withGivenOptions } from './given-parse-options.ts';
import { splitPairs } from './pairs.ts';
import { requireReadableFile, UsageError } from './paths.ts';
import { printWarnings } from './print-warnings.ts';
import { readFileStream } from './read-file-stream.ts';
import { shownFile, STANDARD_STREAM } from './standard-stream.ts';

/** The options of a command about its inputs. */
export interface InputOptions {
  /** `name=FILE`, where name is the node's id, its label or the dataset in its config. */
  readonly input: readonly string[];
  /** Format of standard input. */
  readonly inputFormat?: FileFormat;
  /** `name.option=value`, where name is as in `input`: how to read its file, before what the flow states. */
  readonly inputOption?: readonly string[];
  /** How to read the files, by node id; the rest is detected. */
  readonly parseOptions?: ParseOptionsByNode;
}

/** A file that the user gave for an input node. */
interface GivenFile {
  /** A path, or `-`. */
  readonly file: string;
  readonly name: string;
  readonly format: FileFormat;
  readonly extension: string;
  readonly parseOptions: ParseOptions;
}

/** A file read for an input node. */
export interface LocalInput {
  readonly binding: InputBinding;
  readonly facts: IngestResult['facts'];
  /** True for an Arrow file or stream, though the binding names Parquet. */
  readonly isArrow: boolean;
  /** Warnings about the file. */
  readonly warnings: IngestResult['warnings'];
}

/** Prints the warnings about the input files. */
export function printInputWarnings(inputs: readonly LocalInput[]): void {
  for (const { binding, warnings } of inputs) printWarnings(binding.datasetName, warnings);
}

/**
 * Reads a file for every input node of a flow in the same way as an upload.
 * @throws UserError when a node has no file, a name matches no node, or a file cannot be read
 */
export async function readLocalInputs(
  graph: GraphDocument,
  options: InputOptions,
  runtime: Runtime,
): Promise<readonly LocalInput[]> {
  const [without] = inputsWithoutFile(graph, options);
  if (without !== undefined) {
    throw new UserError(
      `The input "${nodeLabel(without)}" has no file. Give one: --input ${without.id}=FILE`,
    );
  }
  return await readGivenInputs(graph, options, runtime);
}

/** Reads the files of those input nodes that have one, like `readLocalInputs`. */
export async function readGivenInputs(
  graph: GraphDocument,
  options: InputOptions,
  runtime: Runtime,
): Promise<readonly LocalInput[]> {
  const files = givenFiles(graph, options);
  const inputs: LocalInput[] = [];
  for (const node of inputNodes(graph)) {
    const file = files.get(node.id);
    if (file !== undefined) inputs.push(await readInput(node, file, runtime));
  }
  return inputs;
}

/**
 * Returns the flow with a dataset for every input node that has a file, since a flow for the command line
 * need not name datasets.
 * @throws UserError when a name matches no node
 */
export function withGivenFiles(graph: GraphDocument, options: InputOptions): GraphDocument {
  const files = givenFiles(graph, options);
  const nodes = graph.nodes.map((node) => {
    const { config } = node.data;
    if (!files.has(node.id) || (config.dataset_id ?? '') !== '') return node;
    return { ...node, data: { ...node.data, config: { ...config, dataset_id: node.id } } };
  });
  return { ...graph, nodes };
}

/** Returns the input nodes without a file. @throws UserError when a name matches no node */
export function inputsWithoutFile(
  graph: GraphDocument,
  options: InputOptions,
): readonly GraphNode[] {
  const files = givenFiles(graph, options);
  return inputNodes(graph).filter((node) => !files.has(node.id));
}

function inputNodes(graph: GraphDocument): readonly GraphNode[] {
  return graph.nodes.filter(({ type }) => {
    const definition = nodeOfType(type);
    return definition !== undefined && readsDataset(definition);
  });
}

/** Returns the files by node id, after checking all of them. */
function givenFiles(graph: GraphDocument, options: InputOptions): ReadonlyMap<string, GivenFile> {
  const nodes = inputNodes(graph);
  const idOf = (name: string): string => inputNode(nodes, name).id;
  const stated = givenParseOptions(options.inputOption ?? [], idOf);
  return new Map(
    splitPairs(options.input).map(([name, file]) => {
      const id = idOf(name);
      const given = givenFile(`--input ${name}`, file, options);
      const ofFlow = optionsForFormat(id, given.format, options.parseOptions ?? {});
      const parseOptions = withGivenOptions(given.format, ofFlow, stated.get(id));
      return [id, { ...given, parseOptions }];
    }),
  );
}

function givenFile(
  option: string,
  file: string,
  { inputFormat }: InputOptions,
): Omit<GivenFile, 'parseOptions'> {
  if (file === STANDARD_STREAM) {
    if (inputFormat === undefined) {
      throw new UsageError(
        `${option}: standard input has no extension. Give its format, e.g. --input-format csv`,
      );
    }
    const extension = OUTPUT_SUFFIX[inputFormat];
    return { file, name: `stdin${extension}`, format: inputFormat, extension };
  }
  requireReadableFile(option, file);
  const extension = path.extname(file).toLowerCase();
  const format = FORMAT_BY_EXTENSION[extension];
  if (format !== undefined) {
    return { file, name: storedFileName(path.basename(file)), format, extension };
  }
  throw new UsageError(`${option}: ${file}: ${unreadableInput(file)}`);
}

/** Unlike an upload, the command line reads no compressed files. */
function unreadableInput(file: string): string {
  if (!/\.gz$/i.test(file)) return unreadableName(path.basename(file), { isGzipRead: false });
  return 'The command line reads no compressed files: decompress it, as by gunzip.';
}

function inputNode(nodes: readonly GraphNode[], name: string): GraphNode {
  const found = nodes.find((node) =>
    [node.id, nodeLabel(node), node.data.config.dataset_id].includes(name),
  );
  if (found !== undefined) return found;
  const known = nodes.map((node) => node.id).join(', ');
  throw new UserError(`The flow has no input "${name}". Its inputs are: ${known || '(none)'}.`);
}

async function copied(file: string, copy: Promise<unknown>): Promise<void> {
  try {
    await copy;
  } catch (cause) {
    if (cause instanceof UserError || errorCode(cause) === undefined) throw cause;
    throw new UserError(
      `${shownFile(file)} cannot be copied to ${tmpdir()}: ${fileErrorReason(tmpdir(), cause)}. Free space there, or name another folder by TMPDIR.`,
      { cause },
    );
  }
}

async function readInput(
  node: GraphNode,
  { file, name: fileName, format, extension, parseOptions }: GivenFile,
  runtime: Runtime,
): Promise<LocalInput> {
  const sourceKey = objectKeys.datasetSource(node.id, 'local', extension);
  const dataKey = objectKeys.datasetData(node.id, 'local');
  // Copy the file, because ingestion moves its source.
  const content = file === STANDARD_STREAM ? process.stdin : createReadStream(file);
  await copied(file, runtime.store.put(sourceKey, Readable.from(readFileStream(file, content))));
  const { facts, warnings, rewritten } = await ingestUpload(
    {
      kind: 'ingest',
      sourceKey,
      // Messages name the file that was given.
      fileName: file === STANDARD_STREAM ? fileName : path.basename(file),
      format,
      options: parseOptions,
      dataKey,
      rewrittenKey: `${sourceKey}.rewritten`,
    },
    runtime,
  );
  return {
    facts,
    warnings,
    isArrow: isArrowName(file) || (format === 'parquet' && rewritten),
    binding: {
      nodeId: node.id,
      datasetId: node.id,
      datasetName: fileName,
      versionNumber: 1,
      dataKey,
      columns: facts.columns,
      rowCount: facts.rowCount,
    },
  };
}
