import type { Logger } from 'pino';
import type { KubeObject } from '../../../../../kubernetes/client/kube-object.ts';
import { whyUnreadable } from '../../../../../kubernetes/watch/quarantine.ts';

/** Logs a resource that cannot be read, e.g. one of a newer version. Others are not affected. */
export function reportUnreadable(
  logger: Logger,
  message: string,
): (object: KubeObject, error: unknown) => void {
  return ({ metadata: { name, namespace } }, error) => {
    logger.error({ name, namespace, why: whyUnreadable(error) }, message);
  };
}
