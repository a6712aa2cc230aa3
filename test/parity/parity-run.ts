import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pl from 'nodejs-polars';
import type { EngineAdapter } from '../../runner/execution/engines/engine-adapter.ts';
import { executeFlow } from '../../runner/execution/execute-flow.ts';
import { ENGINES, type Engine } from '../../runner/domain/engine.ts';
import { UserError } from '../../runner/domain/errors.ts';
import type { GraphNode } from '../../runner/domain/graph.ts';
import { isFileFormat, OUTPUT_SUFFIX, type FileFormat } from '../../runner/domain/file-format.ts';
import type { InputBinding, RunSpec } from '../../runner/domain/run-spec.ts';
import { PandasEngine } from '../../runner/execution/engines/pandas-engine.ts';
import { PolarsEngine } from '../../runner/execution/engines/polars-engine.ts';
import { exportFlow } from '../../runner/export/export-flow.ts';
import type { ExportInput, FlowExport } from '../../runner/export/export-request.ts';
import { EXAMPLE_TIME } from '../../runner/expressions/functions/example-row.ts';
import { ingestFile } from '../../runner/formats/ingest.ts';
import { resolveParameters } from '../../runner/graph/resolve-parameters.ts';
import { nodeOfType } from '../../runner/nodes/index.ts';
import { LocalFolderStore } from '../../runner/storage/local-folder-store.ts';
import type { CaseInput, ParityCase } from './parity-case.ts';
import { runScripts, type ScriptJob } from './python-batch.ts';
import { readTable, writeTable, type ReadTable } from './table-file.ts';

export const SCRIPTS = ['code', 'polars', 'polars_lazy'] as const;
export type Script = (typeof SCRIPTS)[number];

/** The result of a case on an engine or in a script: the tables of its outputs by node id, or the error. */
export type Outcome =
  | {
      readonly tables: Readonly<Record<string, ReadTable>>;
      /** Outputs that are text files, by node id. */
      readonly texts: Readonly<Record<string, string>>;
    }
  | { readonly error: string };

export interface CaseOutcome {
  readonly engines: Readonly<Record<Engine, Outcome>>;
  readonly exported: FlowExport | { readonly error: string };
  /** Null without Python. */
  readonly scripts: Readonly<Record<Script, Outcome>> | null;
}

/**
 * Runs all cases on both engines and, in one Python process, in all exported scripts.
 * @param python the interpreter, or null to skip the scripts
 */
export async function runCases(
  cases: readonly ParityCase[],
  python: string | null,
): Promise<ReadonlyMap<string, CaseOutcome>> {
  const root = await mkdtemp(join(tmpdir(), 'millrace-parity-'));
  try {
    return await runCasesIn(root, cases, python);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function runCasesIn(
  root: string,
  cases: readonly ParityCase[],
  python: string | null,
): Promise<ReadonlyMap<string, CaseOutcome>> {
  const prepared: PreparedCase[] = [];
  for (const [index, parityCase] of cases.entries()) {
    prepared.push(await prepareOrFail(join(root, String(index)), parityCase));
  }
  const jobs = python === null ? [] : prepared.flatMap(({ jobs: own }) => own);
  const errors = python === null ? [] : await runScripts(python, jobs);
  const errorOf = new Map(jobs.map((job, index) => [job.path, errors[index] ?? null]));
  const settled = prepared.map(async ({ parityCase, engines, exported, jobs: own }) => {
    const outputs = outputsOf(parityCase);
    const scripts =
      python === null || own.length === 0 ? null : await scriptOutcomes(own, outputs, errorOf);
    return [parityCase.name, { engines, exported, scripts }] as const;
  });
  return new Map(await Promise.all(settled));
}

interface PreparedCase {
  readonly parityCase: ParityCase;
  readonly engines: CaseOutcome['engines'];
  readonly exported: CaseOutcome['exported'];
  /** In the order of SCRIPTS; empty when the export failed. */
  readonly jobs: readonly ScriptJob[];
}

/** A failed preparation fails only its case. */
async function prepareOrFail(folder: string, parityCase: ParityCase): Promise<PreparedCase> {
  try {
    return await prepareCase(folder, parityCase);
  } catch (caught) {
    const error = caught instanceof Error ? (caught.stack ?? caught.message) : String(caught);
    const engines = { polars: { error }, pandas: { error } };
    return { parityCase, engines, exported: { error }, jobs: [] };
  }
}

async function prepareCase(folder: string, parityCase: ParityCase): Promise<PreparedCase> {
  await mkdir(folder, { recursive: true });
  const inputs = await Promise.all(parityCase.inputs.map((input) => prepareInput(folder, input)));
  const engines = Object.fromEntries(
    await Promise.all(
      ENGINES.map(async (engine) => [
        engine,
        await runOnEngine(folder, parityCase, { engine, inputs }),
      ]),
    ),
  ) as Record<Engine, Outcome>;
  const exported = tryExport(parityCase, inputs);
  const jobs = 'error' in exported ? [] : await scriptJobs(folder, parityCase, exported);
  return { parityCase, engines, exported, jobs };
}

interface PreparedInput {
  readonly binding: InputBinding;
  readonly exported: ExportInput;
}

async function prepareInput(folder: string, input: CaseInput): Promise<PreparedInput> {
  const { nodeId, name } = input;
  const source = join(folder, name);
  const dataKey = `${nodeId}.data.parquet`;
  const dataPath = join(folder, dataKey);
  const format: FileFormat = 'table' in input ? 'parquet' : input.format;
  if ('table' in input) {
    writeTable(input.table, source);
    await copyFile(source, dataPath);
  } else {
    await writeFile(source, input.bytes);
  }
  const facts =
    'table' in input
      ? { columns: input.table.columns, rowCount: input.table.rows.length, parseOptions: null }
      : (
          await ingestFile({
            path: source,
            fileName: name,
            format,
            options: input.options ?? {},
            dataPath,
            rewrittenPath: `${source}.rewritten`,
            pl,
          })
        ).facts;
  const { columns, rowCount, parseOptions } = facts;
  return {
    binding: {
      nodeId,
      datasetId: nodeId,
      datasetName: name,
      versionNumber: 1,
      dataKey,
      columns,
      rowCount,
    },
    exported: { nodeId, datasetName: name, format, parseOptions, columns },
  };
}

function tryExport(
  { graph, name }: ParityCase,
  inputs: readonly PreparedInput[],
): CaseOutcome['exported'] {
  try {
    return exportFlow({
      flowName: name,
      graph,
      inputs: inputs.map(({ exported }) => exported),
      includeNotebooks: true,
    });
  } catch (error) {
    if (error instanceof UserError) return { error: error.message };
    throw error;
  }
}

async function scriptJobs(
  folder: string,
  parityCase: ParityCase,
  exported: FlowExport,
): Promise<readonly ScriptJob[]> {
  return await Promise.all(
    SCRIPTS.map(async (script) => {
      const own = join(folder, script);
      await mkdir(own);
      for (const { name } of parityCase.inputs) await copyFile(join(folder, name), join(own, name));
      const path = join(own, 'flow.py');
      await writeFile(path, atExampleTime(exported[script]));
      return { path, folder: own };
    }),
  );
}

/** Sets the time of the run in a script, as a user does at its top. */
function atExampleTime(script: string): string {
  return script.replace(/^run_time = .*$/m, `run_time = datetime.fromisoformat("${EXAMPLE_TIME}")`);
}

async function scriptOutcomes(
  jobs: readonly ScriptJob[],
  outputs: readonly CaseOutput[],
  errorOf: ReadonlyMap<string, string | null>,
): Promise<Record<Script, Outcome>> {
  const entries = jobs.map(async ({ path, folder }, index): Promise<[Script, Outcome]> => {
    const error = errorOf.get(path) ?? null;
    const files = outputs.map((output) => ({ ...output, path: join(folder, output.name) }));
    return [SCRIPTS[index]!, error === null ? await readOutputs(files) : { error }];
  });
  return Object.fromEntries(await Promise.all(entries)) as Record<Script, Outcome>;
}

interface CaseOutput {
  readonly id: string;
  readonly format: FileFormat;
  /** Path of the file in the folder of a script. */
  readonly name: string;
}

/** Reads Parquet and Excel as tables, other formats as text. */
async function readOutputs(
  files: readonly (Omit<CaseOutput, 'name'> & { readonly path: string })[],
): Promise<Outcome> {
  const tables: Record<string, ReadTable> = {};
  const texts: Record<string, string> = {};
  for (const { id, format, path } of files) {
    if (format === 'parquet') tables[id] = readTable(path);
    else if (format === 'excel') tables[id] = await readExcel(path);
    else texts[id] = await readFile(path, 'utf8');
  }
  return { tables, texts };
}

async function readExcel(path: string): Promise<ReadTable> {
  const dataPath = `${path}.data.parquet`;
  const request = { path, fileName: 'out.xlsx', format: 'excel', options: {}, pl } as const;
  await ingestFile({ ...request, dataPath, rewrittenPath: `${path}.rewritten` });
  return readTable(dataPath);
}

async function runOnEngine(
  folder: string,
  { graph }: ParityCase,
  { engine, inputs }: { readonly engine: Engine; readonly inputs: readonly PreparedInput[] },
): Promise<Outcome> {
  const store = new LocalFolderStore(folder);
  const spec: RunSpec = {
    runId: randomUUID(),
    flowName: 'parity',
    engine,
    graph: { ...graph, nodes: graph.nodes.map(withoutDataset) },
    parameters: resolveParameters(graph.parameters ?? [], {}),
    inputs: inputs.map(({ binding }) => binding),
    localTime: EXAMPLE_TIME,
  };
  const scratch = await mkdtemp(join(folder, 'scratch-'));
  const defects: unknown[] = [];
  const execute = <F>(adapter: EngineAdapter<F>): ReturnType<typeof executeFlow> =>
    executeFlow(
      { spec, attempt: 1 },
      {
        engine: adapter,
        store,
        scratch,
        lookup: nodeOfType,
        clock: { now: () => new Date(0), elapsed: () => 0 },
        onProgress: () => undefined,
        onDefect: (error) => defects.push(error),
      },
    );
  const result = await (engine === 'pandas'
    ? execute(new PandasEngine(pl))
    : execute(new PolarsEngine(pl)));
  if (defects.length > 0) throw defects[0];
  if (result.errorMessage !== null) return { error: result.errorMessage };
  return await readOutputs(
    result.outputs.map(({ nodeId, format, key }) => ({
      id: nodeId,
      format,
      path: join(folder, key),
    })),
  );
}

/** The cases do not compare registered datasets, which would need a profile. */
function withoutDataset(node: GraphNode): GraphNode {
  if (node.type !== 'fileOutput') return node;
  return { ...node, data: { ...node.data, config: { ...node.data.config, dataset_name: '' } } };
}

function outputsOf({ graph }: ParityCase): readonly CaseOutput[] {
  return graph.nodes.flatMap(({ id, type, data }) => {
    const format = data.config.format;
    if (type !== 'fileOutput' || !isFileFormat(format)) return [];
    return [{ id, format, name: `${id}${OUTPUT_SUFFIX[format]}` }];
  });
}
