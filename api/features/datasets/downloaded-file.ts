import type { VersionRecord } from '../../domain/datasets/version-store.ts';
import { copyName } from '../../../runner/export/kept-copy.ts';
import { ObjectNotFoundError, type ObjectStore } from '../../../runner/storage/object-store.ts';
import type { FileResponse } from '../../http/responses/send-file.ts';
import { withExtension } from './download-name.ts';

/** What of a version is downloaded. */
interface Download {
  readonly version: VersionRecord;
  /** Its columnar copy; undefined: the file. */
  readonly as: 'parquet' | undefined;
}

/** The file of a version, or its columnar copy, under the name of the dataset. */
export async function downloadedFile(
  objects: ObjectStore,
  name: string,
  { version, as }: Download,
): Promise<Omit<FileResponse, 'lastModified'>> {
  const { id, sourceKey, dataKey } = version;
  if (as === undefined) {
    return {
      fileName: `${id}_${withExtension(name, sourceKey)}`,
      bytes: version.bytes,
      tag: id,
      open: async () => (await objects.get(sourceKey)).body,
    };
  }
  const copy = await objects.head(dataKey);
  if (copy === null) throw new ObjectNotFoundError(dataKey);
  return {
    fileName: `${id}_${copyName(name)}`,
    bytes: copy.bytes,
    tag: `${id}-parquet`,
    open: async () => (await objects.get(dataKey)).body,
  };
}
