import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino, type Logger } from 'pino';
import type { RunCompletion } from '../../api/domain/runs/run-completion.ts';
import { insertRun, type NewRun } from '../../api/domain/runs/new-run-store.ts';
import { OutputDatasets } from '../../api/execution/record/output-datasets.ts';
import { RunRecorder, type RecorderDeps } from '../../api/execution/record/run-recorder.ts';
import type { Database } from '../../prisma/client.ts';
import type { FileFormat } from '../../runner/domain/file-format.ts';
import type { OutputFile } from '../../runner/domain/run-result.ts';
import { createObjectStore } from '../../runner/storage/create-object-store.ts';
import type { ObjectStore } from '../../runner/storage/object-store.ts';
import { createFlow } from './cluster-runs.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { removeDataFolder } from './remove-data-folder.ts';

export const SILENT: Logger = pino({ level: 'silent' });

/** Returns a manual run of an empty graph. */
export function newRun(flowId: string, more: Partial<NewRun> = {}): NewRun {
  return {
    id: randomUUID(),
    flowId,
    engine: 'polars',
    trigger: 'manual',
    scheduleId: null,
    inputDatasetId: null,
    inputs: [],
    graph: { nodes: [], edges: [] },
    parameters: null,
    timeoutSeconds: 0,
    ...more,
  };
}

/** Inserts a pending run. @returns its id */
export async function addRun(
  database: Database,
  flowId: string,
  more: Partial<NewRun> = {},
): Promise<string> {
  const run = newRun(flowId, more);
  await insertRun(database, run);
  return run.id;
}

/** A success without logs, nodes and outputs. */
export const SUCCESS: RunCompletion = {
  status: 'success',
  errorMessage: null,
  logs: [],
  nodeResults: [],
  outputs: [],
  outputLocation: null,
};

export interface OutputOptions {
  readonly nodeId?: string;
  readonly name?: string;
  readonly format?: FileFormat;
}

/** Stores the files of an output node that names a dataset. */
export async function writeOutput(
  objects: ObjectStore,
  runId: string,
  { nodeId = 'out', name = 'Kept', format = 'csv' }: OutputOptions = {},
): Promise<OutputFile> {
  const prefix = `runs/${runId}/${nodeId}`;
  await objects.put(`${prefix}.${format}`, `content of ${nodeId}`);
  await objects.put(`${prefix}.data`, 'columns');
  const facts = { columns: [], rowCount: 1, sample: [], profile: [], parseOptions: null };
  const dataset = { name, dataKey: `${prefix}.data`, facts };
  return { nodeId, format, key: `${prefix}.${format}`, bytes: 4, rows: 1, dataset };
}

/** A database with one flow, and an object store in a folder. */
export class RunRecords {
  readonly database: TestDatabase;
  readonly client: Database;
  readonly objects: ObjectStore;
  readonly flowId: string;
  readonly #folder: string;

  private constructor(database: TestDatabase, folder: string, flowId: string) {
    this.database = database;
    this.client = database.client;
    this.#folder = folder;
    this.objects = createObjectStore(`file:${folder}`);
    this.flowId = flowId;
  }

  static async open(): Promise<RunRecords> {
    const database = await createTestDatabase();
    const folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-run-records-'));
    return new RunRecords(database, folder, await createFlow(database.client));
  }

  async close(): Promise<void> {
    await this.database.drop();
    await removeDataFolder(this.#folder);
  }

  /** Inserts a pending run of the flow. @returns its id */
  add(more: Partial<NewRun> = {}): Promise<string> {
    return addRun(this.client, this.flowId, more);
  }

  /** Returns a recorder that writes once, without retries, and copies outputs without pauses. */
  recorder(
    more: Partial<RecorderDeps> = {},
    { objects = this.objects, logger = SILENT }: { objects?: ObjectStore; logger?: Logger } = {},
  ): RunRecorder {
    const { client: database } = this;
    const pause = (): Promise<void> => Promise.resolve();
    return new RunRecorder({
      database,
      logger,
      outputDatasets: new OutputDatasets({ database, objects, logger, pause }),
      maxAttempts: 1,
      publishes: false,
      now: () => new Date(),
      onFailed: () => undefined,
      ...more,
    });
  }
}
