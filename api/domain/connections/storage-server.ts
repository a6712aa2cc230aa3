import { isDeepStrictEqual } from 'node:util';
import { providerOf } from '../../../runner/connectors/providers/index.ts';
import { checkNoEndpointOption } from '../../../runner/connectors/storage/endpoint-names.ts';
import type { ConnectionFields } from '../../../runner/domain/connection.ts';

/** Whether the connections of a provider name the server of a storage in the field `host`. */
export function hasStorageServer(providerName: string): boolean {
  const provider = providerOf(providerName);
  return provider?.kind === 'storage' && provider.form.some(({ key }) => key === 'host');
}

/**
 * Rejects a server in the options of a storage, when they are saved. A connection that was saved before this rule, and
 * has its server in `host` too, keeps working, and changes of its other fields are accepted.
 * @param present the connection as it is saved; null: it is new
 * @throws UserError
 */
export function checkServerOptions(
  fields: ConnectionFields,
  present: ConnectionFields | null,
): void {
  if (!hasStorageServer(fields.provider)) return;
  if (present !== null && namesTheSame(fields, present)) return;
  checkNoEndpointOption(fields);
}

function namesTheSame(one: ConnectionFields, other: ConnectionFields): boolean {
  return (
    one.provider === other.provider &&
    one.host === other.host &&
    isDeepStrictEqual(one.options, other.options)
  );
}
