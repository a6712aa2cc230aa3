import type { Command } from 'commander';
import { apiClient, serverCommand, type ServerCommandOptions } from '../server/command.ts';
import { requireRun } from '../server/require-run.ts';

/** `millrace cancel RUN`: cancels a run on a server. */
export function cancelCommand(): Command {
  return serverCommand('cancel', {
    description: 'Cancel a run on a server',
    json: 'print the response of the API',
    example: 'millrace cancel 0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21',
  })
    .argument('<run>', 'id of a run')
    .action(async (id: string, options: ServerCommandOptions) => {
      const api = apiClient(options);
      const { text } = await requireRun(id, api.call('cancelRun', { path: { run_id: id } }));
      console.log(options.json ? text : `Run ${id} is being cancelled.`);
    });
}
