import { checkNoEndpoint } from '../../../runner/connectors/storage/endpoint-names.ts';
import { hasStorageServer } from '../../domain/connections/storage-server.ts';

/**
 * Rejects a request that names the server of a storage in an unknown field. Other unknown fields are ignored with a
 * warning, but this one decides where data go.
 * @param sent the body of the request
 * @param providerName of the connection
 * @throws UserError
 */
export function checkSentEndpoint(sent: unknown, providerName: string): void {
  if (!hasStorageServer(providerName) || !isObject(sent)) return;
  const others = Object.entries(sent).filter(([name]) => name !== 'host');
  checkNoEndpoint(Object.fromEntries(others));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
