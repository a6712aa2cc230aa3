import { createReadStream } from 'node:fs';
import path from 'node:path';
import { UserError } from '../runner/domain/errors.ts';
import { FORMAT_OF_EXTENSION } from '../runner/domain/file-format.ts';
import { nodeLabel, type GraphDocument, type GraphNode } from '../runner/domain/graph.ts';
import { objectKeys } from '../runner/domain/object-keys.ts';
import type { InputBinding } from '../runner/domain/run-spec.ts';
import type { IngestResult } from '../runner/domain/runner-job.ts';
import { nodeOfType } from '../runner/nodes/index.ts';
import { ingestUpload } from '../runner/process/ingest-upload.ts';
import type { Runtime } from '../runner/process/runtime.ts';
import { requireReadableFile } from './paths.ts';
import { splitPairs } from './pairs.ts';

/** A file read for an input node. */
export interface LocalInput {
  readonly binding: InputBinding;
  readonly facts: IngestResult['facts'];
}

/**
 * Reads a file for every input node of a flow, as an upload would.
 * @param pairs `name=FILE`, where name is the node's id, its label, or the dataset its config names
 * @throws UserError when a node has no file, a name fits no node, or a file cannot be read
 */
export async function readLocalInputs(
  graph: GraphDocument,
  pairs: readonly string[],
  runtime: Runtime,
): Promise<readonly LocalInput[]> {
  const [without] = inputsWithoutFile(graph, pairs);
  if (without !== undefined) {
    throw new UserError(
      `The input "${nodeLabel(without)}" has no file. Give one: --input ${without.id}=FILE`,
    );
  }
  return await readGivenInputs(graph, pairs, runtime);
}

/** As `readLocalInputs`, but of the input nodes that have a file. */
export async function readGivenInputs(
  graph: GraphDocument,
  pairs: readonly string[],
  runtime: Runtime,
): Promise<readonly LocalInput[]> {
  const files = givenFiles(graph, pairs);
  const inputs: LocalInput[] = [];
  for (const node of inputNodes(graph)) {
    const file = files.get(node.id);
    if (file !== undefined) inputs.push(await readInput(node, file, runtime));
  }
  return inputs;
}

/** @throws UserError when a name fits no node */
export function inputsWithoutFile(
  graph: GraphDocument,
  pairs: readonly string[],
): readonly GraphNode[] {
  const files = givenFiles(graph, pairs);
  return inputNodes(graph).filter((node) => !files.has(node.id));
}

function inputNodes(graph: GraphDocument): readonly GraphNode[] {
  return graph.nodes.filter((node) => nodeOfType(node.type)?.kind === 'input');
}

/** By the id of the node. */
function givenFiles(graph: GraphDocument, pairs: readonly string[]): ReadonlyMap<string, string> {
  const nodes = inputNodes(graph);
  return new Map(
    splitPairs(pairs).map(([name, file]) => {
      const { id } = inputNode(nodes, name);
      requireReadableFile(`--input ${name}`, file);
      return [id, file];
    }),
  );
}

function inputNode(nodes: readonly GraphNode[], name: string): GraphNode {
  const found = nodes.find((node) =>
    [node.id, nodeLabel(node), node.data.config.dataset_id].includes(name),
  );
  if (found !== undefined) return found;
  const known = nodes.map((node) => node.id).join(', ');
  throw new UserError(`The flow has no input "${name}". Its inputs are: ${known || '(none)'}.`);
}

async function readInput(node: GraphNode, file: string, runtime: Runtime): Promise<LocalInput> {
  const fileName = path.basename(file);
  const extension = path.extname(file).toLowerCase();
  const format = FORMAT_OF_EXTENSION[extension];
  if (format === undefined) {
    throw new UserError(
      `${file}: this kind of file cannot be read. Known are ${Object.keys(FORMAT_OF_EXTENSION).join(' ')}.`,
    );
  }
  const sourceKey = objectKeys.datasetSource(node.id, 'local', extension);
  const dataKey = objectKeys.datasetData(node.id, 'local');
  // A copy: the file of the user must not be moved.
  await runtime.store.put(sourceKey, createReadStream(file)).catch((cause: unknown) => {
    throw new UserError(`${file} cannot be read.`, { cause });
  });
  const { facts } = await ingestUpload(
    {
      kind: 'ingest',
      sourceKey,
      fileName,
      format,
      options: {},
      dataKey,
      rewrittenKey: `${sourceKey}.rewritten`,
    },
    runtime,
  );
  return {
    facts,
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
