import type { Logger } from 'pino';
import type { KubeObject } from '../../kubernetes/client/kube-object.ts';
import type {
  ListWatchObserver,
  ListWatchOptions,
} from '../../kubernetes/watch/list-watch-options.ts';
import { whyUnreadable } from '../../kubernetes/watch/quarantine.ts';

/** Counts what a watch reports, and logs why it begins again. */
export function loggedWatch(
  observer: ListWatchObserver,
  logger: Logger,
  resource: string,
): ListWatchObserver {
  return {
    ...observer,
    restarted: (reason) => {
      observer.restarted(reason);
      logger.warn({ resource, reason }, 'the watch failed and begins again');
    },
  };
}

/** Logs an object that cannot be read, which is left alone until it changes. */
export function logUnreadable(
  logger: Logger,
  resource: string,
  report: (object: KubeObject, why: string) => void = () => undefined,
): NonNullable<ListWatchOptions<unknown>['onUnreadable']> {
  return (object, error) => {
    const { name, namespace } = object.metadata;
    const why = whyUnreadable(error);
    logger.error({ resource, name, namespace, why }, 'an object cannot be read and is left alone');
    report(object, why);
  };
}
