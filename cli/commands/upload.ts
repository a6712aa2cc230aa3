import path from 'node:path';
import type { Command } from 'commander';
import { FORMAT_BY_EXTENSION } from '../../runner/domain/file-format.ts';
import { addParseOptions, parseOptionTexts } from '../parse-option-flags.ts';
import { requireReadableFile, UsageError } from '../paths.ts';
import { plainText } from '../plain-text.ts';
import { printWarnings } from '../print-warnings.ts';
import { apiClient, serverCommand, type ServerCommandOptions } from '../server/command.ts';
import { findProject } from '../server/find-by-name.ts';
import { withLostAnswerAdvice } from '../server/server-error.ts';
import { uploadFile } from '../server/upload-file.ts';
import { STANDARD_STREAM } from '../standard-stream.ts';

interface Options extends ServerCommandOptions {
  readonly name?: string;
  readonly project?: string;
}

/** `millrace upload FILE`: creates a dataset on a server, or its next version. */
export function uploadCommand(): Command {
  const command = serverCommand('upload', {
    description: 'Upload a file to a server as a new dataset or the next version of a dataset',
    json: 'print the dataset as in the API',
    example: 'millrace upload orders.csv --project Demo',
  })
    .argument('<file>', 'the file; - is standard input, which needs --name')
    .option(
      '--name <name>',
      "name of the dataset; its extension, if it has one, says the format in place of the file's",
    )
    .option('--project <project>', 'id or name of a project; default: the default project');
  return addParseOptions(command).action(upload);
}

async function upload(file: string, options: Options): Promise<void> {
  const name = fileNameOf(file, options.name);
  if (name === '') {
    throw new UsageError(
      '--name: standard input has no name. Give one with the extension of the format, e.g. --name orders.csv',
    );
  }
  if (file !== STANDARD_STREAM) requireReadableFile('FILE', file);
  const api = apiClient(options);
  const { project } = options;
  const { delimiter, encoding, decimal, sheet, ...fields } = parseOptionTexts({ ...options });
  const project_id = project === undefined ? undefined : (await findProject(api, project)).id;
  // A name without an extension says nothing about the format, which is that of the file then.
  const nameField =
    options.name === undefined || options.name === name ? {} : { name: options.name };
  const query = { project_id, delimiter, encoding, decimal, sheet };
  const advice = `The file may have been stored. See ${api.address.url}/api/datasets before it is uploaded again.`;
  const { data, text } = await withLostAnswerAdvice(advice, () =>
    uploadFile(api.address, { file, name, query, fields: { ...fields, ...nameField } }),
  );
  printWarnings(name, data.warnings);
  if (options.json) {
    console.log(text);
    return;
  }
  const columns = (data.column_schema ?? []).map((column) => column.name).join(', ');
  console.log(`dataset ${data.id} "${plainText(data.name)}", version ${data.latest_version}`);
  console.log(plainText(`columns: ${columns}`));
}

/** The name that says the format: that of the dataset, if it has an extension of files, else that of the file. */
function fileNameOf(file: string, name: string | undefined): string {
  if (file === STANDARD_STREAM) return name ?? '';
  return name !== undefined && hasKnownExtension(name) ? name : path.basename(file);
}

function hasKnownExtension(name: string): boolean {
  const plain = name.replace(/\.gz$/i, '');
  return Object.hasOwn(FORMAT_BY_EXTENSION, path.extname(plain).toLowerCase());
}
