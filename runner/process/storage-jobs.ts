import { readSecretSources } from '../connectors/secrets/read-secret-sources.ts';
import { useStorage } from '../connectors/storage/use-storage.ts';
import { detectDialect } from '../formats/delimited/detect-dialect.ts';
import { DIALECT_SAMPLE_BYTES } from '../formats/delimited/dialect.ts';
import type { DetectedDialect } from '../domain/detected-dialect.ts';
import type { ObjectDialectJob, StorageObjectsJob } from '../domain/runner-job.ts';

/** Lists the objects of a storage. @throws UserError */
export async function listStorageObjects({
  connection,
  prefix,
}: StorageObjectsJob): Promise<readonly string[]> {
  const found = await useStorage(connection, readSecretSources(process.env), (storage) =>
    storage.list({ prefix, hasVersions: false }),
  );
  return found.map(({ path }) => path);
}

/** Detects the dialect of an object. @throws UserError */
export async function detectObjectDialect({
  connection,
  path,
  format,
}: ObjectDialectJob): Promise<DetectedDialect> {
  const read = { path, maxBytes: DIALECT_SAMPLE_BYTES };
  const head = await useStorage(connection, readSecretSources(process.env), (storage) =>
    storage.readHead(read),
  );
  return detectDialect(head, format);
}
