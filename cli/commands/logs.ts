import type { Command } from 'commander';
import { plainText } from '../plain-text.ts';
import { ProgressLine } from '../progress-line.ts';
import type { ApiClient } from '../server/api-client.ts';
import { apiClient, serverCommand, type ServerCommandOptions } from '../server/command.ts';
import { requireRun } from '../server/require-run.ts';
import { detachOnExit, waitForRun, type Run } from '../server/wait-for-run.ts';

interface Options extends ServerCommandOptions {
  readonly follow?: true;
}

/** `millrace logs RUN`: prints the log of a run, which the server writes when the run has finished. */
export function logsCommand(): Command {
  return serverCommand('logs', {
    description: 'Print the log of a run on a server',
    json: 'print one JSON object per line, as in the API',
    example: 'millrace logs 0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21 --follow',
  })
    .argument('<run>', 'id of a run')
    .option('-f, --follow', 'wait until the run has finished')
    .action(async (id: string, options: Options) => {
      const api = apiClient(options);
      const { data: now } = await requireRun(id, api.call('getRun', { path: { run_id: id } }));
      const goesOn = now.status === 'pending' || now.status === 'running';
      const run = goesOn && options.follow ? await followed(api, now) : now;
      for (const entry of run.logs) {
        console.log(options.json ? JSON.stringify(entry) : lineOf(entry));
      }
      if (goesOn && !options.follow) {
        console.error(
          `The run is ${run.status}; its log is written when it ends. Wait for it: millrace logs ${id} --follow`,
        );
      }
    });
}

async function followed(api: ApiClient, run: Run): Promise<Run> {
  const line = new ProgressLine();
  const { data } = await detachOnExit({ run }, line, () => waitForRun(api, run, line));
  return data;
}

function lineOf(entry: Run['logs'][number]): string {
  const { level, message, node_id, duration_ms, versions = [] } = entry;
  const node = node_id === undefined ? '' : ` ${node_id}:`;
  // Most messages already end with the duration.
  const time =
    duration_ms === undefined || /\d ms\b/.test(message) ? '' : ` (${Math.round(duration_ms)} ms)`;
  const read = versions.map(
    ({ dataset_id, dataset_name, version_number }) =>
      `${dataset_name ?? dataset_id}${version_number === null ? '' : ` version ${version_number}`}`,
  );
  const said = read.length === 0 ? message : `${message.replace(/\.$/, '')}: ${read.join(', ')}`;
  return plainText(`${level.padEnd(7)}${node} ${said}${time}`);
}
