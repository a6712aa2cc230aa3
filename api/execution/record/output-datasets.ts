import { createHash } from 'node:crypto';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../../prisma/client.ts';
import type { Prisma } from '../../../prisma/generated/client.ts';
import { OUTPUT_SUFFIX } from '../../../runner/domain/file-format.ts';
import { objectKeys } from '../../../runner/domain/object-keys.ts';
import type { LogEntry, OutputFile } from '../../../runner/domain/run-result.ts';
import { isTerminal } from '../../../runner/domain/run-status.ts';
import { ObjectNotFoundError, type ObjectStore } from '../../../runner/storage/object-store.ts';
import {
  addVersion,
  type NewVersion,
  type VersionTarget,
} from '../../domain/datasets/add-version-store.ts';
import { withdrawDeletionsOf } from '../../domain/stored-objects/object-deletion-store.ts';
import { scheduleCopyDeletion } from './copy-deletions.ts';
import { findRunStatuses } from '../../domain/runs/unfinished-run-store.ts';
import { takesFormat } from '../../domain/datasets/source-type.ts';
import { nameKey } from '../../domain/name-key.ts';

export interface OutputDatasetsDeps {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly logger: Logger;
  /** Waits before a retry of a copy; by default in real time. */
  readonly pause?: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
  /** Once it is aborted, no copy is retried. */
  readonly stopping?: AbortSignal;
}

/** Shared by all outputs of a run: an object store that restarts is back within their sum. */
const COPY_BACKOFFS_MS = [500, 1_000, 2_000, 4_000, 8_000];

/** Copied output files that are to become dataset versions. */
export interface PreparedOutputs {
  /** Log entries of the run for files that could not be registered. */
  readonly warnings: readonly LogEntry[];
  /**
   * Adds the versions, in the transaction that finishes the run.
   * @returns more warnings, for datasets that changed concurrently
   */
  insert(transaction: Prisma.TransactionClient): Promise<readonly LogEntry[]>;
  /**
   * Removes the copies that became no versions. Call it after the transaction. Never rejects.
   * @param isRecorded false when another outcome of the run is recorded, or another attempt has begun
   */
  discard(isRecorded: boolean): Promise<void>;
}

interface CopiedOutput {
  readonly output: OutputFile;
  readonly target: VersionTarget;
  readonly version: NewVersion;
}

interface CopyTarget {
  readonly runId: string;
  readonly datasetId: string;
}

interface KnownDataset {
  readonly id: string;
  readonly sourceType: string;
}

/**
 * Registers output files that name a dataset as new versions of it, in the project of the flow. It is
 * idempotent: several processes may register the outputs of one run.
 */
export class OutputDatasets {
  readonly #deps: OutputDatasetsDeps;

  constructor(deps: OutputDatasetsDeps) {
    this.#deps = deps;
  }

  /**
   * Copies the files to the datasets' prefix, so that they survive the deletion of the run.
   * @throws Error when the run does not exist
   */
  async prepare(runId: string, outputs: readonly OutputFile[]): Promise<PreparedOutputs> {
    const { logger } = this.#deps;
    const projectId = await this.#projectOf(runId);
    const copied: CopiedOutput[] = [];
    const warnings: LogEntry[] = [];
    const known = new Map<string, KnownDataset>();
    const backoffs = COPY_BACKOFFS_MS.values();
    for (const output of outputs) {
      if (output.dataset === null) continue;
      const { name } = output.dataset;
      const key = nameKey(name);
      const dataset = known.get(key) ??
        (await this.#existing(projectId, key)) ?? {
          id: idFrom(runId, 'dataset', key),
          sourceType: output.format,
        };
      known.set(key, dataset);
      if (!takesFormat(dataset, output.format)) {
        warnings.push(otherType(output, name, dataset.sourceType));
        continue;
      }
      const { id } = dataset;
      const target = { id, projectId, name, sourceType: output.format, kind: 'output' } as const;
      try {
        copied.push({
          output,
          target,
          version: await this.#copyWithRetries(output, { runId, datasetId: id }, backoffs),
        });
      } catch (error) {
        // The output file of the run exists: only the copy is missing.
        const message =
          'failed to copy an output to its dataset: upload the file of the run instead';
        logger.error({ err: error, runId }, message);
        warnings.push(notRegistered(output, name, 'its file could not be copied'));
      }
    }
    const unused: NewVersion[] = [];
    return {
      warnings,
      insert: async (transaction) => {
        const late: LogEntry[] = [];
        for (const one of inLockOrder(copied)) {
          const conflict = await insert(transaction, one);
          if (conflict === null) continue;
          late.push(conflict);
          unused.push(one.version);
        }
        return late;
      },
      discard: async (isRecorded) => {
        const left = isRecorded
          ? unused
          : await this.#unregistered(
              runId,
              copied.map(({ version }) => version),
            );
        for (const version of left) await this.#remove(version);
      },
    };
  }

  /**
   * The copies of an outcome that was not recorded, without those that another process registered, whose keys are
   * the same. All of them stay while the run has no final outcome: its next attempt writes the same keys.
   */
  async #unregistered(
    runId: string,
    versions: readonly NewVersion[],
  ): Promise<readonly NewVersion[]> {
    const { database, logger } = this.#deps;
    try {
      const status = (await findRunStatuses(database, [runId])).get(runId);
      if (status !== undefined && !isTerminal(status)) return [];
      const ids = versions.map(({ id }) => id);
      const registered = await database.datasetVersion.findMany({
        where: { id: { in: ids } },
        select: { id: true },
      });
      const kept = new Set(registered.map(({ id }) => id));
      return versions.filter(({ id }) => !kept.has(id));
    } catch (error) {
      const message = 'failed to look for the copies of outputs of an outcome that lost: they stay';
      logger.warn({ err: error, runId }, message);
      return [];
    }
  }

  /** A process that died, or a concurrent one, may have moved it already. */
  async #moveOnce(from: string, to: string): Promise<void> {
    try {
      await this.#deps.objects.move(from, to);
    } catch (error) {
      if (!(error instanceof ObjectNotFoundError)) throw error;
      if ((await this.#deps.objects.head(to)) === null) throw error;
    }
  }

  /** The current project of the flow: since the start of the run, the flow may have moved. */
  async #projectOf(runId: string): Promise<string> {
    const flow = await this.#deps.database.flow.findFirst({
      where: { runs: { some: { id: runId } } },
      select: { projectId: true },
    });
    if (flow === null) throw new Error(`Run ${runId} was deleted: its outputs stay unregistered`);
    return flow.projectId;
  }

  async #existing(projectId: string, key: string): Promise<KnownDataset | null> {
    return await this.#deps.database.dataset.findUnique({
      where: { projectId_nameKey: { projectId, nameKey: key } },
      select: { id: true, sourceType: true },
    });
  }

  /** Retries until the backoffs are used up: no later step copies the output. */
  async #copyWithRetries(
    output: OutputFile,
    to: CopyTarget,
    backoffs: Iterator<number, undefined>,
  ): Promise<NewVersion> {
    const { logger, stopping, pause = pauseFor } = this.#deps;
    for (;;) {
      try {
        return await this.#copy(output, to);
      } catch (error) {
        if (error instanceof ObjectNotFoundError || stopping?.aborted === true) throw error;
        const { value: ms } = backoffs.next();
        if (ms === undefined) throw error;
        logger.warn({ err: error, runId: to.runId }, 'failed to copy an output: retrying');
        await pause(ms, stopping);
      }
    }
  }

  async #copy(
    { key, nodeId, format, bytes, dataset }: OutputFile,
    to: CopyTarget,
  ): Promise<NewVersion> {
    if (dataset === null) throw new Error('The output names no dataset');
    const { database, objects } = this.#deps;
    const id = idFrom(to.runId, 'version', nodeId);
    const sourceKey = objectKeys.datasetSource(to.datasetId, id, OUTPUT_SUFFIX[format]);
    const dataKey = objectKeys.datasetData(to.datasetId, id);
    await scheduleCopyDeletion(database, [to.runId, id], [sourceKey, dataKey]);
    const { body } = await objects.get(key);
    try {
      await objects.put(sourceKey, body);
    } finally {
      // A failed `put` leaves the stream open.
      body.destroy();
    }
    await this.#moveOnce(dataset.dataKey, dataKey);
    return { id, facts: dataset.facts, bytes, sourceKey, dataKey, sourceRunId: to.runId };
  }

  async #remove({ sourceKey, dataKey }: NewVersion): Promise<void> {
    const { objects, logger } = this.#deps;
    for (const key of [sourceKey, dataKey]) {
      await objects.delete(key).catch((error: unknown) => {
        logger.warn(
          { err: error, key },
          'failed to remove the copy of an output: the object stays',
        );
      });
    }
  }
}

async function pauseFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  // It rejects only when aborted, which ends the pause.
  await wait(ms, undefined, { signal }).catch(() => undefined);
}

/** A deterministic id, so that repeated registrations of an output are the same. */
function idFrom(...names: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(names)).digest().subarray(0, 16);
  // UUID version 8 (RFC 9562): custom.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** By name, so that two runs that finish concurrently with the same datasets cannot deadlock. */
function inLockOrder(outputs: readonly CopiedOutput[]): CopiedOutput[] {
  const keyOf = ({ target }: CopiedOutput): string => nameKey(target.name);
  return outputs.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : Number(keyOf(a) > keyOf(b))));
}

/** @returns a warning when the output became no version, else null */
async function insert(
  transaction: Prisma.TransactionClient,
  { output, target, version }: CopiedOutput,
): Promise<LogEntry | null> {
  const added = await addVersion(transaction, target, version);
  if (added.kind === 'added') {
    const { sourceKey, dataKey } = version;
    if (await withdrawDeletionsOf(transaction, [sourceKey, dataKey])) return null;
    throw new Error(`The copy of an output is being deleted: ${sourceKey}: retry`);
  }
  if (added.kind === 'other type') return otherType(output, target.name, added.sourceType);
  // The flow has moved to another project: the recorder retries.
  throw new Error(`Project ${target.projectId} was deleted while an output was registered: retry`);
}

function otherType(output: OutputFile, name: string, sourceType: string): LogEntry {
  const reason = `that dataset is of type ${sourceType}, the output is ${output.format}`;
  return notRegistered(output, name, reason);
}

function notRegistered(output: OutputFile, name: string, reason: string): LogEntry {
  const file = path.posix.basename(output.key);
  return {
    level: 'warning',
    message: `The output ${file} was not registered as dataset "${name}": ${reason}.`,
    node_id: output.nodeId,
  };
}
