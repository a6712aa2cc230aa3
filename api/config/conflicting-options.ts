import type { Config } from './config.ts';
import { isExposed } from './exposure.ts';

/** Finds valid options that conflict. @returns one message for each conflict */
export function conflictingOptions(config: Config): readonly string[] {
  const { executor, objectStore, s3AccessKeyId, s3SecretAccessKey } = config;
  const messages: string[] = [];
  if (executor === 'kubernetes' && objectStore?.startsWith('s3:') !== true) {
    messages.push(
      'SERVICE_OBJECT_STORE: must be s3://BUCKET/PREFIX when runs execute in a cluster, whose pods see no folder',
    );
  }
  if ((s3AccessKeyId === null) !== (s3SecretAccessKey === null)) {
    messages.push(
      "SERVICE_S3_ACCESS_KEY_ID, SERVICE_S3_SECRET_ACCESS_KEY: set both, or neither for AWS's usual sources",
    );
  }
  if (isExposed(config) && !config.open) {
    messages.push(
      `SERVICE_HOST: without a token, everyone who reaches ${config.host} can read and change everything. Set SERVICE_API_TOKEN, or accept it by --open (SERVICE_OPEN=true)`,
    );
  }
  return messages;
}
