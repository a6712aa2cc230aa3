import { createHash } from 'node:crypto';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../../prisma/client.ts';
import type { Prisma } from '../../../prisma/generated/client.ts';
import { OUTPUT_SUFFIX } from '../../../runner/domain/file-format.ts';
import { objectKeys } from '../../../runner/domain/object-keys.ts';
import type { LogEntry, OutputFile } from '../../../runner/domain/run-result.ts';
import { ObjectNotFoundError, type ObjectStore } from '../../../runner/storage/object-store.ts';
import {
  addVersion,
  type NewVersion,
  type VersionTarget,
} from '../../domain/datasets/add-version-store.ts';
import { takesFormat } from '../../domain/datasets/source-type.ts';
import { nameKey } from '../../domain/name-key.ts';

export interface OutputDatasetsDeps {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly logger: Logger;
  /** The pause before a copy is tried again; by default real time. */
  readonly pause?: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
  /** When it is aborted, no copy is tried again. */
  readonly stopping?: AbortSignal;
}

/** Of all outputs of a run together: an object store that is started anew is back within them. */
const COPY_PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000];

/** Output files on their way to become dataset versions. */
export interface PreparedOutputs {
  /** Files that could not be registered, as log entries of the run. */
  readonly warnings: readonly LogEntry[];
  /**
   * Adds the versions, in the transaction that ends the run.
   * @returns more warnings: of datasets that others have changed since
   */
  insert(transaction: Prisma.TransactionClient): Promise<readonly LogEntry[]>;
  /** Removes the copies that did not become versions, when the transaction has ended. */
  discard(): Promise<void>;
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
 * Registers output files that name a dataset as new versions of it, in the flow's project. Several
 * processes may do so for one run, and again after a crash: the outcome is the same.
 */
export class OutputDatasets {
  readonly #deps: OutputDatasetsDeps;

  constructor(deps: OutputDatasetsDeps) {
    this.#deps = deps;
  }

  /**
   * Copies the files to where datasets keep theirs: the run may be deleted, its datasets stay.
   * @throws Error when there is no such run
   */
  async prepare(runId: string, outputs: readonly OutputFile[]): Promise<PreparedOutputs> {
    const { logger } = this.#deps;
    const projectId = await this.#projectOf(runId);
    const copied: CopiedOutput[] = [];
    const warnings: LogEntry[] = [];
    const known = new Map<string, KnownDataset>();
    const pauses = COPY_PAUSES_MS.values();
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
          version: await this.#copyAtLast(output, { runId, datasetId: id }, pauses),
        });
      } catch (error) {
        // The run is done, and its file is there: only the copy is missing.
        logger.error({ err: error, runId }, 'an output could not be copied');
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
      discard: async () => {
        for (const version of unused) await this.#remove(version);
      },
    };
  }

  /** It may have been moved before: by a process that was lost, or by another at the same time. */
  async #moveOnce(from: string, to: string): Promise<void> {
    try {
      await this.#deps.objects.move(from, to);
    } catch (error) {
      if (!(error instanceof ObjectNotFoundError)) throw error;
      if ((await this.#deps.objects.head(to)) === null) throw error;
    }
  }

  /** The one that its flow is in now: that may have been moved since the run began, and its project deleted. */
  async #projectOf(runId: string): Promise<string> {
    const [flow] = await this.#deps.database.$queryRaw<{ projectId: string }[]>`
      SELECT flows.project_id AS "projectId"
      FROM runs JOIN flows ON flows.id = runs.flow_id WHERE runs.id = ${runId}`;
    if (flow === undefined) throw new Error(`The run ${runId} was deleted`);
    return flow.projectId;
  }

  async #existing(projectId: string, key: string): Promise<KnownDataset | null> {
    return await this.#deps.database.dataset.findUnique({
      where: { projectId_nameKey: { projectId, nameKey: key } },
      select: { id: true, sourceType: true },
    });
  }

  /** Tries again, for as long as there are pauses: nobody copies the output later. */
  async #copyAtLast(
    output: OutputFile,
    of: CopyTarget,
    pauses: Iterator<number, undefined>,
  ): Promise<NewVersion> {
    const { logger, stopping, pause = pauseFor } = this.#deps;
    for (;;) {
      try {
        return await this.#copy(output, of);
      } catch (error) {
        if (error instanceof ObjectNotFoundError || stopping?.aborted === true) throw error;
        const { value: ms } = pauses.next();
        if (ms === undefined) throw error;
        logger.warn({ err: error, runId: of.runId }, 'the copy of an output is tried again');
        await pause(ms, stopping);
      }
    }
  }

  async #copy(
    { key, nodeId, format, bytes, dataset }: OutputFile,
    of: CopyTarget,
  ): Promise<NewVersion> {
    if (dataset === null) throw new Error('The output names no dataset');
    const { objects } = this.#deps;
    const id = idFrom(of.runId, 'version', nodeId);
    const sourceKey = objectKeys.datasetSource(of.datasetId, id, OUTPUT_SUFFIX[format]);
    const dataKey = objectKeys.datasetData(of.datasetId, id);
    const { body } = await objects.get(key);
    try {
      await objects.put(sourceKey, body);
    } finally {
      // One that was not read to its end stays open.
      body.destroy();
    }
    await this.#moveOnce(dataset.dataKey, dataKey);
    return { id, facts: dataset.facts, bytes, sourceKey, dataKey, sourceRunId: of.runId };
  }

  async #remove({ sourceKey, dataKey }: NewVersion): Promise<void> {
    const { objects, logger } = this.#deps;
    for (const key of [sourceKey, dataKey]) {
      await objects.delete(key).catch((error: unknown) => {
        logger.warn({ err: error, key }, 'could not remove the copy of an output');
      });
    }
  }
}

async function pauseFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  // Rejects only when it is aborted, which ends the pause.
  await wait(ms, undefined, { signal }).catch(() => undefined);
}

/** The id that an output of a run gets, whoever registers it and however often. */
function idFrom(...deps: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(deps)).digest().subarray(0, 16);
  // Marked as a UUID of version 8 (RFC 9562): of our own making.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** By name: two runs that end at once, with the same datasets, cannot wait for each other. */
function inLockOrder(outputs: readonly CopiedOutput[]): CopiedOutput[] {
  const keyOf = ({ target }: CopiedOutput): string => nameKey(target.name);
  return outputs.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : Number(keyOf(a) > keyOf(b))));
}

/** @returns why the output is not a version, if it is not */
async function insert(
  transaction: Prisma.TransactionClient,
  { output, target, version }: CopiedOutput,
): Promise<LogEntry | null> {
  const added = await addVersion(transaction, target, version);
  if (added.kind === 'added') return null;
  if (added.kind === 'other type') return otherType(output, target.name, added.sourceType);
  // The flow is in another project by now: the end is written anew.
  throw new Error(`The project ${target.projectId} was removed while an output was registered`);
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
