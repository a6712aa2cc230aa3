import type { Logger } from 'pino';
import type { KubeObject } from '../../../operator/kube/kube-object.ts';
import { whyUnreadable } from '../../../operator/kube/quarantine.ts';

/** Logs a resource that cannot be read, e.g. one of a newer version; the others are served. */
export function reportUnreadable(
  logger: Logger,
  message: string,
): (object: KubeObject, error: unknown) => void {
  return ({ metadata: { name, namespace } }, error) => {
    logger.error({ name, namespace, why: whyUnreadable(error) }, message);
  };
}
