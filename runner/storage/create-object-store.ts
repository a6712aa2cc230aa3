import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { LocalFolderStore } from './local-folder-store.ts';
import type { ObjectStore } from './object-store.ts';
import type { S3Options } from './s3-client-config.ts';
import { S3Store } from './s3-store.ts';

/**
 * Creates the object store of a location.
 * @param location `file:` with a folder's path or URL (`file:/data`, `file:///data`, `file:data`), or
 *   `s3://bucket/prefix`
 * @param s3 how to reach the S3 server; ignored for folders
 * @throws Error when the location is invalid
 */
export function createObjectStore(location: string, s3: S3Options = {}): ObjectStore {
  if (location.startsWith('file:')) return new LocalFolderStore(localStoreFolder(location));
  const [bucket = '', ...prefix] = location.slice('s3://'.length).split('/');
  if (!location.startsWith('s3://') || bucket === '') {
    throw new Error(`Object store "${location}" is invalid: use file:FOLDER or s3://BUCKET/PREFIX`);
  }
  return new S3Store({ bucket, prefix: prefix.join('/') }, s3);
}

/** The absolute path of a `file:` location. @throws Error when it names no folder */
export function localStoreFolder(location: string): string {
  if (location.startsWith('file://')) return fileURLToPath(location);
  const folder = location.slice('file:'.length);
  if (folder === '') throw new Error('Object store "file:" is invalid: use file:FOLDER');
  return path.resolve(folder);
}
