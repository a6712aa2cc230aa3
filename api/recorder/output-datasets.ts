import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Database } from '../../prisma/client.ts';
import type { Prisma } from '../../prisma/generated/client.ts';
import { exactJson } from '../../runner/domain/exact-json.ts';
import { OUTPUT_SUFFIX } from '../../runner/domain/file-format.ts';
import { objectKeys } from '../../runner/domain/object-keys.ts';
import type { LogEntry, OutputDataset, OutputFile } from '../../runner/domain/run-result.ts';
import { ObjectNotFoundError, type ObjectStore } from '../../runner/storage/object-store.ts';
import { nameKey } from '../name-key.ts';

export interface OutputDatasetsParts {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly logger: Logger;
}

/** Output files on their way to become dataset versions. */
export interface PreparedOutputs {
  /** Files that could not be registered, as log entries of the run. */
  readonly warnings: readonly LogEntry[];
  /** Writes the versions, in the transaction that ends the run. */
  insert(transaction: Prisma.TransactionClient): Promise<void>;
}

interface NewVersion {
  readonly id: string;
  readonly datasetId: string;
  readonly output: OutputFile;
  readonly dataset: OutputDataset;
  readonly sourceKey: string;
  readonly dataKey: string;
}

/**
 * Registers output files that name a dataset as new versions of it, in the flow's project. Several
 * processes may do so for one run, and again after a crash: the outcome is the same.
 */
export class OutputDatasets {
  readonly #parts: OutputDatasetsParts;

  constructor(parts: OutputDatasetsParts) {
    this.#parts = parts;
  }

  /**
   * Copies the files to where datasets keep theirs: the run may be deleted, its datasets stay.
   * @throws Error when there is no such run
   */
  async prepare(runId: string, outputs: readonly OutputFile[]): Promise<PreparedOutputs> {
    const { logger } = this.#parts;
    const projectId = await this.#projectOf(runId);
    const versions: NewVersion[] = [];
    const warnings: LogEntry[] = [];
    const idByName = new Map<string, string>();
    for (const output of outputs) {
      if (output.dataset === null) continue;
      const key = nameKey(output.dataset.name);
      const existing = await this.#existing(projectId, key);
      if (existing !== null && existing.sourceType !== output.format) {
        const reason = `that dataset is of type ${existing.sourceType}, the output is ${output.format}`;
        warnings.push(notRegistered(output, output.dataset.name, reason));
        continue;
      }
      const datasetId = existing?.id ?? idByName.get(key) ?? idFrom(runId, 'dataset', key);
      idByName.set(key, datasetId);
      try {
        const id = idFrom(runId, 'version', output.nodeId);
        versions.push(await this.#copy(output, output.dataset, { datasetId, id }));
      } catch (error) {
        // The run is done, and its file is there: only the copy is missing.
        logger.error({ err: error, runId }, 'an output could not be copied');
        warnings.push(notRegistered(output, output.dataset.name, 'its file could not be copied'));
      }
    }
    return {
      warnings,
      insert: async (transaction) => {
        for (const version of versions)
          await insertVersion(transaction, { runId, projectId }, version);
      },
    };
  }

  /** It may have been moved before: by a process that was lost, or by another at the same time. */
  async #moveOnce(from: string, to: string): Promise<void> {
    try {
      await this.#parts.objects.move(from, to);
    } catch (error) {
      if (!(error instanceof ObjectNotFoundError)) throw error;
      if ((await this.#parts.objects.head(to)) === null) throw error;
    }
  }

  /** The one that its flow is in now: that may have been moved since the run began, and its project deleted. */
  async #projectOf(runId: string): Promise<string> {
    const { flow } = await this.#parts.database.run.findUniqueOrThrow({
      where: { id: runId },
      select: { flow: { select: { projectId: true } } },
    });
    return flow.projectId;
  }

  async #existing(
    projectId: string,
    key: string,
  ): Promise<{ id: string; sourceType: string } | null> {
    return await this.#parts.database.dataset.findUnique({
      where: { projectId_nameKey: { projectId, nameKey: key } },
      select: { id: true, sourceType: true },
    });
  }

  async #copy(
    output: OutputFile,
    dataset: OutputDataset,
    { datasetId, id }: { readonly datasetId: string; readonly id: string },
  ): Promise<NewVersion> {
    const { objects } = this.#parts;
    const sourceKey = objectKeys.datasetSource(datasetId, id, OUTPUT_SUFFIX[output.format]);
    const dataKey = objectKeys.datasetData(datasetId, id);
    const source = await objects.get(output.key);
    await objects.put(sourceKey, source.body);
    await this.#moveOnce(dataset.dataKey, dataKey);
    return { id, datasetId, output, dataset, sourceKey, dataKey };
  }
}

/** The id that an output of a run gets, whoever registers it and however often. */
function idFrom(...parts: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16);
  // Marked as a UUID of version 8 (RFC 9562): of our own making.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

async function insertVersion(
  transaction: Prisma.TransactionClient,
  run: { readonly runId: string; readonly projectId: string },
  version: NewVersion,
): Promise<void> {
  const { output, dataset } = version;
  const { facts } = dataset;
  const row = await transaction.dataset.upsert({
    where: { projectId_nameKey: { projectId: run.projectId, nameKey: nameKey(dataset.name) } },
    create: {
      id: version.datasetId,
      projectId: run.projectId,
      name: dataset.name,
      nameKey: nameKey(dataset.name),
      sourceType: output.format,
      datasetKind: 'output',
      latestVersion: 1,
    },
    update: {
      latestVersion: { increment: 1 },
      isDisabled: false,
      disabledBy: null,
      deletedAt: null,
      updatedAt: new Date(),
    },
  });
  await transaction.datasetVersion.create({
    data: {
      id: version.id,
      datasetId: row.id,
      versionNumber: row.latestVersion,
      rowCount: facts.rowCount,
      columnSchema: facts.columns.map(({ name, type }) => ({ name, type })),
      columnProfile: exactJson.stringify(facts.profile),
      dataSample: exactJson.stringify(facts.sample),
      ...(facts.parseOptions === null ? {} : { parseOptions: { ...facts.parseOptions } }),
      sourceKey: version.sourceKey,
      dataKey: version.dataKey,
      bytes: output.bytes,
      sourceRunId: run.runId,
    },
  });
}

function notRegistered(output: OutputFile, name: string, reason: string): LogEntry {
  const file = path.posix.basename(output.key);
  return {
    level: 'warning',
    message: `The output ${file} was not registered as dataset "${name}": ${reason}.`,
    node_id: output.nodeId,
  };
}
