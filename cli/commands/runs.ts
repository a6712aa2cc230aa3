import { Option, type Command } from 'commander';
import { RUN_STATUSES, type RunStatus } from '../../runner/domain/run-status.ts';
import { apiClient, serverCommand, type ServerCommandOptions } from '../server/command.ts';
import { findFlow } from '../server/find-by-name.ts';
import type { AnswerOf } from '../server/operations.ts';
import { shortTime, table } from '../table.ts';
import { parseWholeNumber } from '../parse-whole-number.ts';

interface Options extends ServerCommandOptions {
  readonly flow?: string;
  readonly status?: RunStatus;
  readonly limit: number;
}

/** Maximum of the API's `limit`. */
const MAX_LIMIT = 10_000;

/** `millrace runs`: lists the runs of a server, newest first. */
export function runsCommand(): Command {
  return serverCommand('runs', {
    description: 'List the runs of a server, the newest first',
    json: 'print the response of the API: a list',
    example: 'millrace runs --flow "Wet days" --status failed',
  })
    .option('--flow <flow>', 'only runs of this flow, given by id or unique name')
    .addOption(new Option('--status <status>', 'only runs in this state').choices(RUN_STATUSES))
    .option('--limit <number>', 'maximum number of runs', parseWholeNumber(1, MAX_LIMIT), 20)
    .action(async (options: Options) => {
      const api = apiClient(options);
      const flow = options.flow === undefined ? null : await findFlow(api, options.flow);
      const { data, text } = await api.call('listRuns', {
        query: {
          limit: options.limit,
          ...(flow === null ? {} : { flow_id: flow.id }),
          ...(options.status === undefined ? {} : { status: options.status }),
        },
      });
      console.log(options.json ? text : table(HEADER, data.map(rowOf)).join('\n'));
    });
}

const HEADER = ['ID', 'FLOW', 'STATUS', 'ENGINE', 'TRIGGER', 'STARTED', 'TOOK'];

function rowOf(run: AnswerOf<'listRuns'>[number]): readonly string[] {
  const { id, flow_id, flow_name, status, engine, trigger, started_at, finished_at } = run;
  const took =
    started_at === null || finished_at === null
      ? '-'
      : `${((Date.parse(finished_at) - Date.parse(started_at)) / 1000).toFixed(1)} s`;
  return [id, flow_name ?? flow_id, status, engine, trigger, shortTime(started_at), took];
}
