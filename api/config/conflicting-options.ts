import type { Config } from './config.ts';

/** What does not go together in a configuration of which each part is right: a fault each. */
export function conflictingOptions(config: Config): readonly string[] {
  const { executor, objectStore, s3AccessKeyId, s3SecretAccessKey } = config;
  const faults: string[] = [];
  if (executor === 'kubernetes' && objectStore?.startsWith('s3:') !== true) {
    faults.push(
      'SERVICE_OBJECT_STORE: must be s3://BUCKET/PREFIX when runs execute in a cluster, whose pods see no folder',
    );
  }
  if ((s3AccessKeyId === null) !== (s3SecretAccessKey === null)) {
    faults.push(
      "SERVICE_S3_ACCESS_KEY_ID, SERVICE_S3_SECRET_ACCESS_KEY: set both, or neither for AWS's usual sources",
    );
  }
  return faults;
}
