import type { ConnectionFields } from '../../domain/connection.ts';
import { optionsOf } from '../provider.ts';
import { authoritiesOf, sslModeOf } from './ssl-mode.ts';
import { checkNoTarget } from './target-options.ts';

/** The rules of a connection to a database server with TLS. @throws UserError that names the field */
export function checkSqlServer(fields: ConnectionFields): void {
  checkNoTarget(fields);
  authoritiesOf(fields, sslModeOf(optionsOf(fields)));
}
