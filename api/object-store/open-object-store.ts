import path from 'node:path';
import { createObjectStore } from '../../runner/storage/create-object-store.ts';
import type { ObjectStore } from '../../runner/storage/object-store.ts';
import type { Config } from '../config/config.ts';

/** Opens the configured object store: a bucket, or a folder in the data folder. */
export function openObjectStore(config: Config): ObjectStore {
  return createObjectStore(objectStoreLocation(config), {
    ...(config.s3Endpoint === null ? {} : { endpoint: config.s3Endpoint }),
    ...(config.s3Region === null ? {} : { region: config.s3Region }),
    ...(config.s3AccessKeyId === null ? {} : { accessKeyId: config.s3AccessKeyId }),
    ...(config.s3SecretAccessKey === null ? {} : { secretAccessKey: config.s3SecretAccessKey }),
  });
}

/** The location as configured: `s3://BUCKET/PREFIX` or `file:FOLDER`. */
export function objectStoreLocation(config: Config): string {
  return config.objectStore ?? `file:${path.join(config.dataDir, 'objects')}`;
}
