import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pLimit from 'p-limit';
import pl from '../../runner/engines/polars/pinned/library.ts';
import { ENGINES } from '../../runner/domain/engine.ts';
import { UserError } from '../../runner/domain/errors.ts';
import type { FileWarning } from '../../runner/domain/file-warning.ts';
import { exportFlow } from '../../runner/export/export-flow.ts';
import type { ExportInput, FlowExport } from '../../runner/export/export-request.ts';
import { withKeptCopies } from '../../runner/export/kept-copy.ts';
import { readsKeptFile } from '../../runner/export/read-options.ts';
import { ingestFile } from '../../runner/formats/ingest.ts';
import { chain } from '../parity/parity-case.ts';
import { SCRIPTS } from '../parity/parity-run.ts';
import { runScripts, type ScriptJob } from '../parity/python-batch.ts';
import { exportDatabaseFlow } from '../parity/sql/database-scripts.ts';
import { readTable, type ReadTable } from '../parity/table-file.ts';
import { DatabaseFlows, type DatabaseFlow } from '../support/database-flows.ts';
import type { WorldFile, WorldSettings } from './world-table.ts';

/** What a reader of the service made of a file, and what the scripts that it exports made of it. */
export type ReadOutcome =
  | {
      readonly table: ReadTable;
      readonly columns: readonly string[];
      /** Those of a node have no code. */
      readonly warnings: readonly (Pick<FileWarning, 'message'> & { readonly code?: string })[];
      /** Why the flow cannot be exported; null: it is. */
      readonly exportError: string | null;
      /** The exported scripts, and the rows of each; empty without Python. */
      readonly texts: readonly string[];
      readonly scripts: readonly ScriptTable[];
    }
  | { readonly error: string };

export type ScriptTable = ReadTable | { readonly error: string };

export interface FileOutcome {
  readonly upload: ReadOutcome;
  readonly storage: ReadOutcome;
}

/** Some readers are processes, of which so many run at the same time. */
const CONCURRENT_FILES = 3;
const FIXTURES = path.join(import.meta.dirname, '..', 'fixtures', 'world');

/** Reads the files of a table in every way, and runs their scripts in one interpreter. */
export async function readWorld(
  files: readonly WorldFile[],
  { fixtures, python }: WorldSettings,
): Promise<readonly FileOutcome[]> {
  const root = await mkdtemp(path.join(tmpdir(), 'millrace-world-'));
  const lake = path.join(root, 'lake');
  await mkdir(lake);
  const flows = await DatabaseFlows.open({
    fields: { provider: 'local', database: lake },
    execute: () => undefined,
    close: () => rm(root, { recursive: true }),
  });
  try {
    const limit = pLimit(CONCURRENT_FILES);
    const read = await Promise.all(
      files.map((file, place) =>
        limit(async () => {
          const content = file.bytes ?? (await readFile(path.join(FIXTURES, fixtures, file.name)));
          const folders = { root: path.join(root, String(place)), place };
          return {
            upload: await readUpload(file, content, folders),
            storage: await readStored(file, content, { flows, lake, ...folders }),
          };
        }),
      ),
    );
    return python === null ? read : await withScripts(read, { python, lake });
  } finally {
    await flows.close();
  }
}

interface Folders {
  /** The folder of the file, which the reader makes. */
  readonly root: string;
  readonly place: number;
}

type ReadFile = Exclude<ReadOutcome, { error: string }> & { readonly jobs: readonly ScriptJob[] };
type Read = ReadFile | { readonly error: string };

async function readUpload(
  file: WorldFile,
  content: string | Uint8Array,
  { root }: Folders,
): Promise<Read> {
  await mkdir(root);
  const source = path.join(root, file.name);
  const dataPath = path.join(root, 'copy.parquet');
  const rewrittenPath = path.join(root, 'rewritten');
  await writeFile(source, content);
  try {
    const { facts, rewritten, warnings } = await ingestFile({
      path: source,
      fileName: file.name,
      format: file.format,
      options: file.options ?? {},
      dataPath,
      rewrittenPath,
      pl,
    });
    const input: ExportInput = { nodeId: 'in', datasetName: file.name, ...file, ...facts };
    const exported = tryExport(() =>
      exportFlow({ flowName: 'World', graph: chain(file.format, []), inputs: [input] }),
    );
    const [{ datasetName: read, copyOf }] = withKeptCopies([input]) as [ExportInput];
    const kept = rewritten && readsStored(input) ? rewrittenPath : source;
    const stored = copyOf === undefined ? kept : dataPath;
    return {
      table: readTable(dataPath),
      columns: facts.columns.map(({ name, type }) => `${name} ${type}`),
      warnings,
      ...(await scriptsIn(path.join(root, 'upload'), exported, [stored, read])),
    };
  } catch (error) {
    return refusal(error);
  }
}

/** The service keeps an Arrow file as Parquet, a chosen sheet alone, and unusual cells in the usual form. */
function readsStored(input: ExportInput): boolean {
  return input.format === 'parquet' || input.format === 'excel' || readsKeptFile(input);
}

async function readStored(
  file: WorldFile,
  content: string | Uint8Array,
  { flows, lake, root, place }: Folders & { readonly flows: DatabaseFlows; readonly lake: string },
): Promise<Read> {
  const object = `${place}/${file.name}`;
  await mkdir(path.join(lake, String(place)));
  await writeFile(path.join(lake, object), content);
  const flow: DatabaseFlow = {
    inputType: 'storageInput',
    input: { path: object, format: file.format, ...file.options },
    nodes: [],
    engine: ENGINES[place % ENGINES.length] ?? 'polars',
  };
  try {
    const { result, table } = await flows.run(flow);
    if (table === null) return { error: result.errorMessage ?? 'The run wrote no file' };
    const exported = tryExport(() => exportDatabaseFlow(flows, flow, result));
    const [node] = result.nodeResults ?? [];
    return {
      table,
      columns: table.columns.map(({ name, type }) => `${name} ${type}`),
      warnings: (node?.warnings ?? []).map((message) => ({ message })),
      ...(await scriptsIn(path.join(root, 'storage'), exported, null)),
    };
  } catch (error) {
    return refusal(error);
  }
}

function refusal(error: unknown): { readonly error: string } {
  if (error instanceof UserError) return { error: error.message };
  return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

function tryExport(run: () => FlowExport): FlowExport | { readonly error: string } {
  try {
    return run();
  } catch (error) {
    if (error instanceof UserError) return { error: error.message };
    throw error;
  }
}

/** Writes the scripts of a flow, each with a folder of its own, into which the file is copied. */
async function scriptsIn(
  root: string,
  exported: FlowExport | { readonly error: string },
  file: readonly [source: string, name: string] | null,
): Promise<Pick<ReadFile, 'exportError' | 'texts' | 'scripts' | 'jobs'>> {
  if ('error' in exported) return { exportError: exported.error, texts: [], scripts: [], jobs: [] };
  const texts = SCRIPTS.map((script) => exported[script]);
  const jobs: ScriptJob[] = [];
  for (const [place, text] of texts.entries()) {
    const folder = path.join(root, SCRIPTS[place] ?? '');
    await mkdir(folder, { recursive: true });
    if (file !== null) await copyFile(file[0], path.join(folder, file[1]));
    const job = { folder, path: path.join(folder, 'flow.py') };
    await writeFile(job.path, text);
    jobs.push(job);
  }
  return { exportError: null, texts, scripts: [], jobs };
}

/** Runs all scripts in one interpreter. */
async function withScripts(
  files: readonly { readonly upload: Read; readonly storage: Read }[],
  { python, lake }: { readonly python: string; readonly lake: string },
): Promise<readonly FileOutcome[]> {
  const all = files.flatMap(({ upload, storage }) => [...jobsOf(upload), ...jobsOf(storage)]);
  const errors = await runScripts(python, all, { DATABASE_PATH: lake, DATABASE_URL: lake });
  const errorOf = new Map(all.map((job, place) => [job.path, errors[place] ?? null]));
  const run = (read: Read): ReadOutcome => {
    if ('error' in read) return read;
    return { ...read, scripts: read.jobs.map((job) => scriptTable(job, errorOf.get(job.path))) };
  };
  return files.map(({ upload, storage }) => ({ upload: run(upload), storage: run(storage) }));
}

function jobsOf(read: Read): readonly ScriptJob[] {
  return 'error' in read ? [] : read.jobs;
}

function scriptTable({ folder }: ScriptJob, error: string | null | undefined): ScriptTable {
  if (typeof error === 'string') return { error };
  const written = ['out.parquet', 'output.parquet'].map((name) => path.join(folder, name));
  const output = written.find((file) => existsSync(file));
  return output === undefined ? { error: 'The script wrote no file' } : readTable(output);
}
