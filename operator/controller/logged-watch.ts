import type { Logger } from 'pino';
import type { KubeObject } from '../../kubernetes/client/kube-object.ts';
import type {
  ListWatchObserver,
  ListWatchOptions,
} from '../../kubernetes/watch/list-watch-options.ts';
import { whyUnreadable } from '../../kubernetes/watch/quarantine.ts';

/** Adds to an observer of a watch a log line for each restart. */
export function loggedWatch(
  observer: ListWatchObserver,
  logger: Logger,
  resource: string,
): ListWatchObserver {
  return {
    ...observer,
    restarted: (reason) => {
      observer.restarted(reason);
      logger.warn({ resource, reason }, 'watch failed, restarting');
    },
  };
}

/**
 * Logs an object that cannot be read. It is not reconciled until it changes.
 * @param report called with the same object and reason, e.g. to record an Event
 */
export function logUnreadable(
  logger: Logger,
  resource: string,
  report: (object: KubeObject, why: string) => void = () => undefined,
): NonNullable<ListWatchOptions<unknown>['onUnreadable']> {
  return (object, error) => {
    const { name, namespace } = object.metadata;
    const why = whyUnreadable(error);
    logger.error(
      { resource, name, namespace, why },
      'object cannot be read and is ignored until it changes',
    );
    report(object, why);
  };
}
