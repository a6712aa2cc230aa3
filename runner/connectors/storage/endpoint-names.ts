import type { ConnectionFields } from '../../domain/connection.ts';
import { UserError } from '../../domain/errors.ts';
import { optionsOf } from '../provider.ts';

/** Names under which other tools have the server of a storage, without case and underscores. */
const NAMES: ReadonlySet<string> = new Set([
  'endpoint',
  'endpointurl',
  'accounturl',
  'baseurl',
  'serviceurl',
  'url',
  'server',
  'host',
]);

/**
 * Rejects a server of a storage in a field that nothing reads: without the field `host` the storage would silently be
 * that of the cloud.
 * @param fields some fields of a connection, or its options
 * @param prefix of the names in the message, such as `options.`
 * @throws UserError
 */
export function checkNoEndpoint(fields: object, prefix = ''): void {
  for (const [name, value] of Object.entries(fields)) {
    if (value === null || value === '' || !isEndpointName(name)) continue;
    throw new UserError(
      `"${prefix}${name}" is no field of a connection to a storage. Name its server in the field "host", such as "host": "https://minio.example:9000".`,
    );
  }
}

/** Rejects a server of a storage in the options of its connection. @throws UserError */
export function checkNoEndpointOption(fields: ConnectionFields): void {
  checkNoEndpoint(optionsOf(fields), 'options.');
}

function isEndpointName(name: string): boolean {
  return NAMES.has(name.toLowerCase().replaceAll(/[_-]/g, ''));
}
