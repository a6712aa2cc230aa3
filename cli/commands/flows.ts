import type { Command } from 'commander';
import { apiClient, serverCommand, type ServerCommandOptions } from '../server/command.ts';
import { shortTime, table } from '../table.ts';

/** `millrace flows`: lists the flows of a server. */
export function flowsCommand(): Command {
  return serverCommand('flows', {
    description: 'List the flows of a server',
    json: 'print the response of the API: a list without graphs',
    example: 'millrace flows --server https://millrace.example',
  }).action(async (options: ServerCommandOptions) => {
    const api = apiClient(options);
    const { data, text } = await api.call('listFlows', { query: { fields: 'summary' } });
    if (options.json) console.log(text);
    else {
      const rows = data.map((flow) => [
        flow.id,
        flow.name,
        flow.is_disabled ? 'disabled' : 'enabled',
        shortTime(flow.last_run_at),
      ]);
      console.log(table(['ID', 'NAME', 'STATE', 'LAST RUN'], rows).join('\n'));
    }
  });
}
