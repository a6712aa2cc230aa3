import { createConnectionStore } from '../../domain/connections/connection-store.ts';
import { findConnectedFlows } from '../../domain/connections/connected-flows-store.ts';
import { ConnectionService } from '../../domain/connections/connection-service.ts';
import { KeyringService } from '../../domain/keyring/keyring-service.ts';
import { ConnectionProber } from '../../execution/connections/connection-prober.ts';
import type { Platform } from '../../platform.ts';
import { extrasOf, isOwnVariable, ownBucket, secretsOf } from '../../runner-command.ts';
import type { Feature } from '../feature.ts';
import { keyringRoutes } from './keyring-routes.ts';
import { objectRoutes } from './object-routes.ts';
import { probeRoutes } from './probe-routes.ts';
import { connectionRoutes } from './routes.ts';

/** Saves connections and tests them. */
export function createConnectionsFeature(platform: Platform): Feature {
  const { config, database, executor, keyring, newId, now } = platform;
  const store = createConnectionStore(database);
  const connections = new ConnectionService({
    store,
    secrets: secretsOf(config),
    blocksPrivateHosts: config.connectorBlockPrivateHosts,
    ownBucket: ownBucket(config),
    isOwnVariable,
    flowsOf: (id) => findConnectedFlows(database, id),
    newId,
  });
  const prober = new ConnectionProber(executor);
  return {
    routes: [
      // First: the name of a secret may be that of a route of a connection.
      ...keyringRoutes(new KeyringService(keyring)),
      ...connectionRoutes(connections, extrasOf(config)),
      ...probeRoutes({ connections, store, prober, now }),
      ...objectRoutes({ connections, prober }),
    ],
  };
}
