import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { UserError } from '../../runner/domain/errors.ts';
import { outputFileName } from '../output-file-name.ts';
import { requireWritableFile } from '../paths.ts';
import { plainText } from '../plain-text.ts';
import { saveStream } from '../save-stream.ts';
import { bodyOf, type ApiClient } from '../server/api-client.ts';
import { apiClient, serverCommand } from '../server/command.ts';
import type { ServerOptions } from '../server/address.ts';
import { requireRun } from '../server/require-run.ts';
import { unreachable } from '../server/server-error.ts';
import type { Run } from '../server/wait-for-run.ts';
import { STANDARD_STREAM } from '../standard-stream.ts';

interface Options extends ServerOptions {
  readonly out?: string;
}

type Output = Run['outputs'][number];

/** `millrace download RUN [NODE]`: downloads the file of an output node. */
export function downloadCommand(): Command {
  return serverCommand('download', {
    description: 'Download an output of a run from a server',
    example: 'millrace download 0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21 out -o wet-days.csv',
  })
    .argument('<run>', 'id of a run')
    .argument('[node]', 'id of the output node; not needed when the run has one output')
    .option(
      '-o, --out <file>',
      'output file; - is standard output; default: a new file in this folder, named after the node',
    )
    .action(async (id: string, node: string | undefined, { out, ...options }: Options) => {
      if (out !== undefined && out !== STANDARD_STREAM) requireWritableFile('--out', out);
      const api = apiClient(options);
      const { data: run } = await requireRun(id, api.call('getRun', { path: { run_id: id } }));
      const output = outputOf(run, node);
      const file = out ?? newFile(output);
      await save(api, { run, output, file });
      if (file !== STANDARD_STREAM) console.log(`wrote ${file}`);
    });
}

function outputOf({ id, status, outputs }: Run, node: string | undefined): Output {
  const [only, ...others] = outputs;
  if (only === undefined) throw new UserError(withoutOutputs(id, status));
  const ids = plainText(outputs.map(({ node_id }) => node_id).join(', '));
  if (node !== undefined) {
    const found = outputs.find(({ node_id }) => node_id === node);
    if (found !== undefined) return found;
    throw new UserError(`The run has no output "${node}". Its outputs are: ${ids}`);
  }
  if (others.length === 0) return only;
  throw new UserError(
    `The run has ${outputs.length} outputs: ${ids}. Name one: millrace download ${id} NODE`,
  );
}

function withoutOutputs(id: string, status: Run['status']): string {
  if (status === 'pending' || status === 'running') {
    return `The run is ${status}; its outputs are there when it has succeeded. Wait for it: millrace logs ${id} --follow`;
  }
  if (status === 'success') {
    return `The run succeeded without a file to download: tables and objects are where it wrote them. See what it wrote: millrace logs ${id}`;
  }
  return `The run has no outputs: its status is ${status}. See why: millrace logs ${id}`;
}

/** @throws UserError when the file exists */
function newFile({ node_id, format }: Output): string {
  const file = outputFileName(node_id, format);
  if (!existsSync(file)) return file;
  throw new UserError(`${file} is there already. Name the file to write with --out FILE.`);
}

async function save(
  api: ApiClient,
  { run, output, file }: { readonly run: Run; readonly output: Output; readonly file: string },
): Promise<void> {
  // The query rejects some characters of node ids and is not needed for a single output.
  const query = run.outputs.length === 1 ? {} : { node_id: output.node_id };
  const response = await api.open('downloadRunOutput', { path: { run_id: run.id }, query });
  await saveStream(bodyOf(response), file, (error) => unreachable(api.address, error));
}
