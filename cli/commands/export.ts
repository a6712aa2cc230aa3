import { Command, Option } from 'commander';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FlowExport } from '../../runner/export/export-request.ts';
import { exportFlow } from '../../runner/export/export-flow.ts';
import { readsKeptCopy } from '../../runner/export/kept-copy.ts';
import { UserError } from '../../runner/domain/errors.ts';
import { FORMAT_BY_EXTENSION } from '../../runner/domain/file-format.ts';
import { readFlowFile } from '../flow-file.ts';
import { inputFormatOption, inputOption, inputParseOption } from '../input-options.ts';
import {
  printInputWarnings,
  readLocalInputs,
  withGivenFiles,
  type InputOptions,
  type LocalInput,
} from '../local-inputs.ts';
import { requireWritableFile } from '../paths.ts';
import { requireOneStandardInput, STANDARD_STREAM } from '../standard-stream.ts';
import { inWorkspace } from '../in-workspace.ts';

/** Maps exporter ids to the field of the export that contains their text. */
const FIELD_OF_EXPORTER = {
  python: 'code',
  'eager-polars': 'polars',
  'lazy-polars': 'polars_lazy',
  notebook: 'notebook',
  'notebook-eager-polars': 'notebook_polars',
  'notebook-lazy-polars': 'notebook_polars_lazy',
} as const satisfies Record<string, keyof FlowExport>;

interface Options extends InputOptions {
  readonly to: keyof typeof FIELD_OF_EXPORTER;
  readonly out?: string;
}

/** `millrace export FLOW.json`: writes a flow as Python. The input files determine the column types. */
export function exportCommand(): Command {
  return new Command('export')
    .description('Export a flow as Python')
    .argument('<flow>', 'file with a flow as JSON; - is standard input')
    .addOption(inputOption())
    .addOption(inputFormatOption())
    .addOption(inputParseOption())
    .addOption(
      new Option('--to <exporter>', 'exporter to use')
        .choices(Object.keys(FIELD_OF_EXPORTER))
        .default('python'),
    )
    .option('--out <file>', 'output file; default: -, which is standard output')
    .action(async (file: string, options: Options) => {
      const { out = STANDARD_STREAM } = options;
      requireOneStandardInput(file, options.input);
      if (out !== STANDARD_STREAM) requireWritableFile('--out', out);
      const { name, graph, parseOptions } = readFlowFile(file);
      await inWorkspace(async (runtime) => {
        const inputs = await readLocalInputs(graph, { ...options, parseOptions }, runtime);
        printInputWarnings(inputs);
        const exported = exportFlow({
          flowName: name,
          graph: withGivenFiles(graph, options),
          inputs: inputs.map(exportInput),
          includeNotebooks: options.to.startsWith('notebook'),
        });
        const text = exported[FIELD_OF_EXPORTER[options.to]] ?? '';
        if (out === STANDARD_STREAM) console.log(text);
        else writeFileSync(out, text);
      });
    });
}

/** @throws UserError for an Arrow file, because the script would read a Parquet file that does not exist */
function exportInput({
  binding,
  facts,
  isArrow,
}: LocalInput): Parameters<typeof exportFlow>[0]['inputs'][0] {
  if (isArrow) {
    throw new UserError(
      `Exported scripts read no Arrow files. Write the file of the input "${binding.nodeId}" as ${binding.datasetName}, in Parquet's format, and export with that.`,
    );
  }
  const extension = path.extname(binding.datasetName).toLowerCase();
  const input = {
    nodeId: binding.nodeId,
    datasetName: binding.datasetName,
    format: FORMAT_BY_EXTENSION[extension] ?? 'csv',
    parseOptions: facts.parseOptions,
    irregularities: facts.irregularities,
    columns: binding.columns,
  };
  if (!readsKeptCopy(input)) return input;
  throw new UserError(
    `Python reads the file of the input "${binding.nodeId}" otherwise than a run. Upload it and export the flow on the service: that script reads the copy which the service keeps.`,
  );
}
