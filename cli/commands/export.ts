import { Command, Option } from 'commander';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FlowExport } from '../../runner/export/export-request.ts';
import { exportFlow } from '../../runner/export/export-flow.ts';
import { FORMAT_OF_EXTENSION } from '../../runner/domain/file-format.ts';
import { readFlowFile } from '../flow-file.ts';
import { readLocalInputs, type LocalInput } from '../local-inputs.ts';
import { collectPairs } from '../pairs.ts';
import { requireWritableFolder } from '../paths.ts';
import { inWorkspace } from '../workspace.ts';

/** Exporter ids to the field of the export that holds their text. */
const FIELD_OF_EXPORTER = {
  python: 'code',
  'eager-polars': 'polars',
  'lazy-polars': 'polars_lazy',
  notebook: 'notebook',
  'notebook-eager-polars': 'notebook_polars',
  'notebook-lazy-polars': 'notebook_polars_lazy',
} as const satisfies Record<string, keyof FlowExport>;

interface Options {
  readonly input: readonly string[];
  readonly to: keyof typeof FIELD_OF_EXPORTER;
  readonly out?: string;
}

/** `millrace export FLOW.json`: a flow as Python. The input files tell the types of their columns. */
export function exportCommand(): Command {
  return new Command('export')
    .description('Write a flow as Python')
    .argument('<flow>', 'file with a flow as JSON')
    .option('--input <name=file>', 'the file of an input node (repeatable)', collectPairs, [])
    .addOption(
      new Option('--to <exporter>', 'what to write')
        .choices(Object.keys(FIELD_OF_EXPORTER))
        .default('python'),
    )
    .option('--out <file>', 'where to write it; default: standard output')
    .action(async (file: string, options: Options) => {
      if (options.out !== undefined) requireWritableFolder('--out', path.dirname(options.out));
      await inWorkspace(async (runtime) => {
        const { name, graph } = readFlowFile(file);
        const inputs = await readLocalInputs(graph, options.input, runtime);
        const exported = exportFlow({
          flowName: name,
          graph,
          inputs: inputs.map(exportInput),
          includeNotebooks: options.to.startsWith('notebook'),
        });
        const text = exported[FIELD_OF_EXPORTER[options.to]] ?? '';
        if (options.out === undefined) console.log(text);
        else writeFileSync(options.out, text);
      });
    });
}

function exportInput({
  binding,
  facts,
}: LocalInput): Parameters<typeof exportFlow>[0]['inputs'][0] {
  const extension = path.extname(binding.datasetName).toLowerCase();
  return {
    nodeId: binding.nodeId,
    datasetName: binding.datasetName,
    format: FORMAT_OF_EXTENSION[extension] ?? 'csv',
    parseOptions: facts.parseOptions,
    columns: binding.columns,
  };
}
