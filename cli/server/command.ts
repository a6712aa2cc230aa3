import { Command } from 'commander';
import { serverAddress, serverOption, type ServerOptions } from './address.ts';
import { ApiClient } from './api-client.ts';

export interface ServerCommandOptions extends ServerOptions {
  readonly json?: true;
}

/**
 * A command that talks to a service.
 * @param about `json`: what `--json` prints; absent: the command has no such option
 */
export function serverCommand(
  name: string,
  about: { readonly description: string; readonly json?: string; readonly example: string },
): Command {
  const command = new Command(name).description(about.description).addOption(serverOption());
  if (about.json !== undefined) command.option('--json', about.json);
  return command.addHelpText('after', `\nExample:\n  ${about.example}`);
}

/** @throws UsageError when the address cannot be used */
export function apiClient(options: ServerOptions): ApiClient {
  return new ApiClient(serverAddress(options));
}
