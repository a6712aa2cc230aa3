import type { ContainerClient } from '@azure/storage-blob';
import { Readable } from 'node:stream';
import type { ConnectionTarget } from '../../connection-target.ts';
import { noSuchObject } from '../../storage/no-such-object.ts';
import type { ObjectRead, OpenStorage, StorageDriver } from '../../storage/storage-driver.ts';
import { openContainer } from './azure-client.ts';
import { codeOf, describeAzureError, statusOf } from './azure-errors.ts';
import { writeBlob } from './azure-write.ts';

/** A container of Azure Blob Storage or of another server that speaks its protocol. */
export const AZURE_DRIVER: StorageDriver = { open, describe: describeAzureError };

function open(target: ConnectionTarget): OpenStorage {
  const { container, close } = openContainer(target);
  return {
    async test() {
      await container.listBlobsFlat().byPage({ maxPageSize: 1 }).next();
    },
    async *list({ prefix }) {
      for await (const { segment } of container
        .listBlobsFlat({ prefix, includeMetadata: true })
        .byPage()) {
        yield segment.blobItems.flatMap(({ name: path, metadata, properties }) =>
          path.endsWith('/') || isFolder(metadata)
            ? []
            : [{ path, version: versionOf(properties) }],
        );
      }
    },
    read: (read) => openBody(container, read),
    async version(path) {
      try {
        return versionOf(await container.getBlobClient(path).getProperties());
      } catch (error) {
        // The answer to HEAD has no body; the code is in a header, where the server sends it.
        if (codeOf(error) === 'BlobNotFound' || statusOf(error) === 404) throw noSuchObject(path);
        throw error;
      }
    },
    write: (write) => writeBlob(container, write),
    close,
  };
}

interface BlobState {
  readonly etag?: string;
  readonly lastModified?: Date;
}

function versionOf({ etag, lastModified }: BlobState): string {
  return etag ?? lastModified?.toISOString() ?? '';
}

/** Accounts with a hierarchy of folders list each folder as an empty blob. */
function isFolder(metadata: Readonly<Record<string, string>> | undefined): boolean {
  return metadata?.hdi_isfolder === 'true';
}

async function openBody(
  container: ContainerClient,
  { path, maxBytes }: ObjectRead,
): Promise<Readable> {
  try {
    const answer = await container.getBlobClient(path).download(0, maxBytes ?? undefined);
    if (answer.readableStreamBody instanceof Readable) return answer.readableStreamBody;
  } catch (error) {
    // An empty object has no first byte.
    if (statusOf(error) === 416) return Readable.from([]);
    if (codeOf(error) === 'BlobNotFound') throw noSuchObject(path);
    throw error;
  }
  throw new Error(`Azure sent no content for ${path}`);
}
