import { createConnectionStore } from '../../domain/connections/connection-store.ts';
import { findConnectedFlows } from '../../domain/connections/connected-flows-store.ts';
import { ConnectionService } from '../../domain/connections/connection-service.ts';
import { fixWatermarks } from '../../domain/watermarks/watermark-store.ts';
import { KeyringService } from '../../domain/keyring/keyring-service.ts';
import { ConnectionProber } from '../../execution/connections/connection-prober.ts';
import type { Platform } from '../../platform.ts';
import { extrasOf, isOwnVariable, ownBucket, secretsOf } from '../../runner-command.ts';
import type { Feature } from '../feature.ts';
import type { HostRules } from '../../../runner/connectors/host-rules.ts';
import { reportRefusedDatabases } from './report-refused-databases.ts';
import type { ConnectionFields } from '../../../runner/domain/connection.ts';
import type { AnswerWarning } from '../../openapi/warnings.ts';
import { connectionWarnings } from './connection-warnings.ts';
import { keyringRoutes } from './keyring-routes.ts';
import { objectRoutes } from './object-routes.ts';
import { probeRoutes } from './probe-routes.ts';
import { connectionRoutes } from './routes.ts';

/** Saves connections and tests them. */
export function createConnectionsFeature(platform: Platform): Feature {
  const { config, database, executor, keyring, logger, newId, readSecret } = platform;
  const store = createConnectionStore(database, fixWatermarks);
  const secrets = secretsOf(config);
  const hostRules: HostRules = {
    blocksPrivate: config.connectorBlockPrivateHosts,
    exempt: config.connectorPrivateHosts,
  };
  const connections = new ConnectionService({
    store,
    secrets,
    hostRules,
    ownBucket: ownBucket(config),
    isOwnVariable,
    flowsOf: (id) => findConnectedFlows(database, id),
    newId,
  });
  const prober = new ConnectionProber(executor);
  const isLocal = config.executor === 'local';
  const missing = { readSecret, isLocal, secrets, isOwnVariable, keyring };
  const warnings = (of: ConnectionFields): Promise<AnswerWarning[]> =>
    connectionWarnings(of, missing);
  return {
    routes: [
      // First: the name of a secret may be that of a route of a connection.
      ...keyringRoutes(new KeyringService(keyring, secrets.fileFolders)),
      ...connectionRoutes({ connections, warnings, extras: extrasOf(config) }),
      ...probeRoutes({ connections, store, prober, warnings }),
      ...objectRoutes({ connections, prober }),
    ],
    async start() {
      if (!hostRules.blocksPrivate) return;
      const saved = await store.list({ offset: 0 }, undefined);
      // Looking names up can take seconds, so the start does not wait for it.
      void reportRefusedDatabases(saved.connections, { rules: hostRules, logger });
    },
  };
}
