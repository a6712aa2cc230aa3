import type { ConnectionFields } from '../../domain/connection.ts';
import { UserError } from '../../domain/errors.ts';
import { optionsOf } from '../provider.ts';

/** Options by which drivers find another server than the fields of the connection name. */
const TARGETS: ReadonlySet<string> = new Set([
  'host',
  'hostaddr',
  'addr',
  'address',
  'server',
  'port',
  'odbc_connect',
  'dsn',
  'unix_socket',
  'socket',
  'service',
  'passfile',
  'read_default_file',
  'read_default_group',
  'account',
  'protocol',
]);

/** Rejects options that name another server. @throws UserError */
export function checkNoTarget(fields: ConnectionFields): void {
  for (const name of Object.keys(optionsOf(fields))) {
    const key = name.toLowerCase();
    if (TARGETS.has(key)) {
      throw new UserError(
        `options.${key} would name another server. Use the fields host, port and database.`,
      );
    }
  }
}
