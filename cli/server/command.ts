import { Command } from 'commander';
import { serverAddress, serverOption, type ServerOptions } from './address.ts';
import { ApiClient } from './api-client.ts';

export interface ServerCommandOptions extends ServerOptions {
  readonly json?: true;
}

/**
 * Creates a command that calls a server.
 * @param about `json`: help of `--json`; absent: the command lacks this option
 */
export function serverCommand(
  name: string,
  about: { readonly description: string; readonly json?: string; readonly example: string },
): Command {
  const command = new Command(name).description(about.description).addOption(serverOption());
  if (about.json !== undefined) command.option('--json', about.json);
  return command.addHelpText('after', `\nExample:\n  ${about.example}`);
}

/** Creates a client for the given server. @throws UsageError when the address is invalid */
export function apiClient(options: ServerOptions): ApiClient {
  return new ApiClient(serverAddress(options));
}
