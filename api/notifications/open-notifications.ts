import type { Logger } from 'pino';
import type { Database } from '../../prisma/client.ts';
import type { Config } from '../config/config.ts';
import { createFailedRunStore } from './failed-run-store.ts';
import { Notifier } from './notifier.ts';

type NotificationConfig = Pick<
  Config,
  'notifyWebhookUrl' | 'notifyWebhookSecret' | 'connectorBlockPrivateHosts'
>;

/** The notifier of a configuration. It sends nothing when no URL is set. */
export function openNotifications(
  config: NotificationConfig,
  deps: { readonly database: Database; readonly logger: Logger; readonly now: () => Date },
): Notifier {
  const { notifyWebhookUrl, notifyWebhookSecret, connectorBlockPrivateHosts } = config;
  const target =
    notifyWebhookUrl === null
      ? null
      : {
          url: new URL(notifyWebhookUrl),
          secret: notifyWebhookSecret,
          blockPrivateHosts: connectorBlockPrivateHosts,
        };
  return new Notifier({
    target,
    runs: createFailedRunStore(deps.database),
    logger: deps.logger,
    now: deps.now,
  });
}
