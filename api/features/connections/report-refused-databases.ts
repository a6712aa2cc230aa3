import type { Logger } from 'pino';
import { isDatabaseKind } from '../../../runner/connectors/check-known-host.ts';
import type { HostRules } from '../../../runner/connectors/host-rules.ts';
import { checkResolvedHost } from '../../../runner/connectors/sql/database-host.ts';
import type { ConnectionRecord } from '../../domain/connections/connection-record.ts';

const MAX_MS = 30_000;
const MESSAGE =
  'SERVICE_CONNECTOR_BLOCK_PRIVATE_HOSTS refuses saved connections to databases of private networks: add their hosts to SERVICE_CONNECTOR_PRIVATE_HOSTS, or change them';

/**
 * Logs the names of the saved connections to databases that the rules refuse, in one line. They were saved without
 * the setting, and their runs fail with it. Names that do not resolve take seconds, so it ends after half a minute
 * and logs how many connections it did not check.
 */
export async function reportRefusedDatabases(
  saved: readonly ConnectionRecord[],
  { rules, logger }: { readonly rules: HostRules; readonly logger: Logger },
): Promise<void> {
  const end = performance.now() + MAX_MS;
  const connections: string[] = [];
  let unchecked = 0;
  for (const connection of saved) {
    // One look-up at a time: they occupy the threads that files and other look-ups need.
    if (performance.now() >= end) unchecked += 1;
    else if (await isRefused(connection, rules)) connections.push(connection.name);
  }
  if (connections.length > 0) logger.warn({ connections, unchecked }, MESSAGE);
}

async function isRefused(
  { connectionType, host }: ConnectionRecord,
  rules: HostRules,
): Promise<boolean> {
  if (host === null || !isDatabaseKind(connectionType)) return false;
  try {
    await checkResolvedHost(host, rules);
    return false;
  } catch {
    return true;
  }
}
