import type { Logger } from 'pino';
import type { Database } from '../prisma/client.ts';
import type { ReadSecret } from '../runner/domain/named-secret.ts';
import type { ObjectStore } from '../runner/storage/object-store.ts';
import type { Config } from './config/config.ts';
import type { Executor } from './execution/executors/executor.ts';
import type { Cluster } from './execution/executors/kubernetes/cluster/open-cluster.ts';
import type { Keyring } from './domain/keyring/keyring.ts';
import type { SettingsService } from './domain/settings/service.ts';
import type { Metrics } from './metrics.ts';
import type { Notifier } from './notifications/notifier.ts';
import type { SpanSink } from './domain/span.ts';

/** The dependencies of every feature. `create-platform.ts` builds them; tests build their own. */
export interface Platform {
  readonly config: Config;
  readonly database: Database;
  readonly objects: ObjectStore;
  /** For connections outside the pool. */
  readonly databaseUrl: string;
  readonly executor: Executor;
  /** The cluster that executes runs; null when `executor` does. */
  readonly cluster: Cluster | null;
  /** Where secrets that clients store are kept. */
  readonly keyring: Keyring;
  /** Reads the secrets that connections may use, as runs find them. */
  readonly readSecret: ReadSecret;
  readonly settings: SettingsService;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** The sink of spans; null when tracing is off. */
  readonly spans: SpanSink | null;
  /** Notifies operators of failures. */
  readonly notifications: Pick<Notifier, 'notify'>;
  /** The time by the clock of the database. */
  readonly now: () => Date;
  /** A new id: UUID v4. */
  readonly newId: () => string;
}
