import path from 'node:path';
import type { Logger } from 'pino';
import type { Database } from '../../prisma/client.ts';
import type { Prisma } from '../../prisma/generated/client.ts';
import { exactJson } from '../../runner/domain/exact-json.ts';
import { OUTPUT_SUFFIX } from '../../runner/domain/file-format.ts';
import { objectKeys } from '../../runner/domain/object-keys.ts';
import type { LogEntry, OutputDataset, OutputFile } from '../../runner/domain/run-result.ts';
import type { ObjectStore } from '../../runner/storage/object-store.ts';
import { nameKey } from '../name-key.ts';

export interface OutputDatasetsParts {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly logger: Logger;
  readonly newId: () => string;
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

/** Registers output files that name a dataset as new versions of it, in the flow's project. */
export class OutputDatasets {
  readonly #parts: OutputDatasetsParts;

  constructor(parts: OutputDatasetsParts) {
    this.#parts = parts;
  }

  /** Copies the files to where datasets keep theirs: the run may be deleted, its datasets stay. */
  async prepare(
    run: { readonly runId: string; readonly projectId: string },
    outputs: readonly OutputFile[],
  ): Promise<PreparedOutputs> {
    const { logger } = this.#parts;
    const versions: NewVersion[] = [];
    const warnings: LogEntry[] = [];
    const idByName = new Map<string, string>();
    for (const output of outputs) {
      if (output.dataset === null) continue;
      const key = nameKey(output.dataset.name);
      const existing = await this.#existing(run.projectId, key);
      if (existing !== null && existing.sourceType !== output.format) {
        const reason = `that dataset is of type ${existing.sourceType}, the output is ${output.format}`;
        warnings.push(notRegistered(output, output.dataset.name, reason));
        continue;
      }
      const datasetId = existing?.id ?? idByName.get(key) ?? this.#parts.newId();
      idByName.set(key, datasetId);
      try {
        versions.push(await this.#copy(output, output.dataset, datasetId));
      } catch (error) {
        // The run is done, and its file is there: only the copy is missing.
        logger.error({ err: error, runId: run.runId }, 'an output could not be copied');
        warnings.push(notRegistered(output, output.dataset.name, 'its file could not be copied'));
      }
    }
    return {
      warnings,
      insert: async (transaction) => {
        for (const version of versions) await insertVersion(transaction, run, version);
      },
    };
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

  async #copy(output: OutputFile, dataset: OutputDataset, datasetId: string): Promise<NewVersion> {
    const { objects, newId } = this.#parts;
    const id = newId();
    const sourceKey = objectKeys.datasetSource(datasetId, id, OUTPUT_SUFFIX[output.format]);
    const dataKey = objectKeys.datasetData(datasetId, id);
    const source = await objects.get(output.key);
    await objects.put(sourceKey, source.body);
    await objects.move(dataset.dataKey, dataKey);
    return { id, datasetId, output, dataset, sourceKey, dataKey };
  }
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
