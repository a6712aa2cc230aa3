import type { Logger } from 'pino';
import type { Database } from '../prisma/client.ts';
import type { ObjectStore } from '../runner/storage/object-store.ts';
import type { Config } from './config/config.ts';
import type { Executor } from './execution/executors/executor.ts';
import type { Cluster } from './execution/executors/kubernetes/cluster/open-cluster.ts';
import type { SettingsService } from './domain/settings/service.ts';
import type { Metrics } from './metrics.ts';
import type { Notifier } from './notifications/notifier.ts';
import type { SpanSink } from './domain/span.ts';

/** What every feature is built from. `create-platform.ts` makes the real one, tests make theirs. */
export interface Platform {
  readonly config: Config;
  readonly database: Database;
  readonly objects: ObjectStore;
  /** For connections besides the pool. */
  readonly databaseUrl: string;
  readonly executor: Executor;
  /** Where runs execute; null: here, by the executor. */
  readonly cluster: Cluster | null;
  readonly settings: SettingsService;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Where traces go; null: nowhere. */
  readonly spans: SpanSink | null;
  /** Tells operators of failures. */
  readonly notifications: Pick<Notifier, 'notify'>;
  /** The time now. */
  readonly now: () => Date;
  /** A new id: UUID v4. */
  readonly newId: () => string;
}
