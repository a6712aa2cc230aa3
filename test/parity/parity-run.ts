import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pl from '../../runner/engines/polars/pinned/library.ts';
import type { Engine } from '../../runner/domain/engine.ts';
import { UserError } from '../../runner/domain/errors.ts';
import { isFileFormat, OUTPUT_SUFFIX, type FileFormat } from '../../runner/domain/file-format.ts';
import type { GraphDocument } from '../../runner/domain/graph.ts';
import type { InputBinding } from '../../runner/domain/run-spec.ts';
import { exportFlow } from '../../runner/export/export-flow.ts';
import type { ExportInput, FlowExport } from '../../runner/export/export-request.ts';
import { EXAMPLE_TIME } from '../../runner/expressions/functions/example-row.ts';
import { pythonLiteral } from '../../runner/python/python-literal.ts';
import { ingestFile } from '../../runner/formats/ingest.ts';
import { runCut, withoutCut, type CutOutcome } from './cut-flow.ts';
import { runOnEngine } from './engine-run.ts';
import { readOutputs, type OutputTables } from './output-files.ts';
import type { CaseInput, ForkedFlow, ParityCase } from './parity-case.ts';
import { runScripts, type ScriptJob } from './python-batch.ts';
import { writeTable } from './table-file.ts';

export const SCRIPTS = ['code', 'polars', 'polars_lazy'] as const;
export type Script = (typeof SCRIPTS)[number];

/** The outputs of a case on an engine or in a script, or the error. */
export type Outcome = OutputTables | { readonly error: string };

export interface CaseOutcome {
  readonly cut: CutOutcome;
  readonly engines: Readonly<Record<Engine, Outcome>>;
  readonly exported: FlowExport | { readonly error: string };
  /** Null without Python. */
  readonly scripts: Readonly<Record<Script, Outcome>> | null;
  /** The pandas script of the fork; null for a case without one. */
  readonly forked: ForkedOutcome | null;
}

export interface ForkedOutcome {
  /** Null when the export failed. */
  readonly script: string | null;
  /** Null without Python. */
  readonly outcome: Outcome | null;
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
  const errorOf = python === null ? null : await scriptErrors(python, prepared);
  const settled = prepared.map(async ({ parityCase, engines, cut, exported, jobs, fork }) => {
    const outputs = outputsOf(parityCase);
    const scripts =
      errorOf === null || jobs.length === 0 ? null : await scriptOutcomes(jobs, outputs, errorOf);
    const forked = fork === null ? null : await forkedOutcome(fork, errorOf);
    return [parityCase.name, { engines, cut, exported, scripts, forked }] as const;
  });
  return new Map(await Promise.all(settled));
}

/** The error of each script by its path; null for one that ended well. */
type ScriptErrors = ReadonlyMap<string, string | null>;

async function scriptErrors(
  python: string,
  prepared: readonly PreparedCase[],
): Promise<ScriptErrors> {
  const jobs = prepared.flatMap(({ jobs: own, fork }) => [...own, ...(fork?.jobs ?? [])]);
  const errors = await runScripts(python, jobs);
  return new Map(jobs.map((job, index) => [job.path, errors[index] ?? null]));
}

interface PreparedCase {
  readonly parityCase: ParityCase;
  readonly engines: CaseOutcome['engines'];
  readonly cut: CutOutcome;
  readonly exported: CaseOutcome['exported'];
  /** In the order of SCRIPTS; empty when the export failed. */
  readonly jobs: readonly ScriptJob[];
  readonly fork: PreparedFork | null;
}

interface PreparedFork {
  readonly graph: GraphDocument;
  /** Null when the export failed. */
  readonly script: string | null;
  /** The script, unless the export failed. */
  readonly jobs: readonly ScriptJob[];
}

/** A failed preparation fails only its case. */
async function prepareOrFail(folder: string, parityCase: ParityCase): Promise<PreparedCase> {
  try {
    return await prepareCase(folder, parityCase);
  } catch (caught) {
    const error = caught instanceof Error ? (caught.stack ?? caught.message) : String(caught);
    const engines = { polars: { error }, pandas: { error } };
    const cut = { tolerances: new Map(), problems: [] };
    return { parityCase, engines, cut, exported: { error }, jobs: [], fork: null };
  }
}

async function prepareCase(folder: string, parityCase: ParityCase): Promise<PreparedCase> {
  await mkdir(folder, { recursive: true });
  const inputs = await Promise.all(parityCase.inputs.map((input) => prepareInput(folder, input)));
  const flow = { graph: parityCase.graph, inputs: inputs.map(({ binding }) => binding) };
  const engines = {
    polars: await runOnEngine(folder, flow, 'polars'),
    pandas: await runOnEngine(folder, flow, 'pandas'),
  };
  const isCut = parityCase.isCut ?? true;
  const cut = isCut ? await runCut(folder, flow, engines) : await withoutCut(flow);
  const exported = tryExport(parityCase, inputs);
  const jobs = 'error' in exported ? [] : await scriptJobs(folder, parityCase, exported);
  const { forked } = parityCase;
  const fork =
    forked === undefined ? null : await prepareFork(folder, parityCase, { forked, inputs });
  return { parityCase, engines, cut, exported, jobs, fork };
}

/** Only the code for pandas can change a frame in place. */
async function prepareFork(
  folder: string,
  parityCase: ParityCase,
  { forked: { graph }, inputs }: { forked: ForkedFlow; inputs: readonly PreparedInput[] },
): Promise<PreparedFork> {
  const exported = tryExport({ ...parityCase, graph }, inputs);
  if ('error' in exported) return { graph, script: null, jobs: [] };
  const own = { parityCase, text: exported.code };
  return { graph, script: exported.code, jobs: [await scriptJob(join(folder, 'forked'), own)] };
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
      ? {
          columns: input.table.columns,
          rowCount: input.table.rows.length,
          parseOptions: null,
          irregularities: [],
        }
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
  const { columns, rowCount, parseOptions, irregularities } = facts;
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
    exported: { nodeId, datasetName: name, format, parseOptions, irregularities, columns },
  };
}

function tryExport(
  { graph, name, plannedDefaults = {} }: ParityCase,
  inputs: readonly PreparedInput[],
): CaseOutcome['exported'] {
  const parameters = (graph.parameters ?? []).map((spec) => {
    const planned = plannedDefaults[spec.name];
    return planned === undefined ? spec : { ...spec, default: planned };
  });
  try {
    return exportFlow({
      flowName: name,
      graph: { ...graph, parameters },
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
    SCRIPTS.map((script) =>
      scriptJob(join(folder, script), { parityCase, text: exported[script] }),
    ),
  );
}

/** Writes a script with the inputs of its case, which are in the folder above. */
async function scriptJob(
  folder: string,
  { parityCase, text }: { readonly parityCase: ParityCase; readonly text: string },
): Promise<ScriptJob> {
  await mkdir(folder);
  for (const { name } of parityCase.inputs) {
    await copyFile(join(folder, '..', name), join(folder, name));
  }
  const path = join(folder, 'flow.py');
  await writeFile(path, withParameters(parityCase, atExampleTime(text)));
  return { path, folder };
}

/** Sets the time of the run in a script, as a user does at its top. */
function atExampleTime(script: string): string {
  return script.replace(/^run_time = .*$/m, `run_time = datetime.fromisoformat("${EXAMPLE_TIME}")`);
}

/** Sets the parameters that had other values at the export, as a user does at its top. */
function withParameters({ graph, plannedDefaults = {} }: ParityCase, script: string): string {
  return Object.keys(plannedDefaults).reduce((code, name) => {
    const value = graph.parameters?.find((spec) => spec.name === name)?.default;
    return code.replace(new RegExp(`^${name} = .*$`, 'm'), `${name} = ${pythonLiteral(value)}`);
  }, script);
}

async function scriptOutcomes(
  jobs: readonly ScriptJob[],
  outputs: readonly CaseOutput[],
  errorOf: ScriptErrors,
): Promise<Record<Script, Outcome>> {
  const entries = jobs.map(
    async (job, index) => [SCRIPTS[index]!, await scriptOutcome(job, outputs, errorOf)] as const,
  );
  return Object.fromEntries(await Promise.all(entries)) as Record<Script, Outcome>;
}

async function forkedOutcome(
  { graph, script, jobs: [job] }: PreparedFork,
  errorOf: ScriptErrors | null,
): Promise<ForkedOutcome> {
  const hasRun = errorOf !== null && job !== undefined;
  return {
    script,
    outcome: hasRun ? await scriptOutcome(job, outputsOf({ graph }), errorOf) : null,
  };
}

async function scriptOutcome(
  { path, folder }: ScriptJob,
  outputs: readonly CaseOutput[],
  errorOf: ScriptErrors,
): Promise<Outcome> {
  const error = errorOf.get(path) ?? null;
  const files = outputs.map((output) => ({ ...output, path: join(folder, output.name) }));
  return error === null ? await readOutputs(files) : { error };
}

interface CaseOutput {
  readonly id: string;
  readonly format: FileFormat;
  /** Path of the file in the folder of a script. */
  readonly name: string;
}

function outputsOf({ graph }: Pick<ParityCase, 'graph'>): readonly CaseOutput[] {
  return graph.nodes.flatMap(({ id, type, data }) => {
    const format = data.config.format;
    if (type !== 'fileOutput' || !isFileFormat(format)) return [];
    return [{ id, format, name: `${id}${OUTPUT_SUFFIX[format]}` }];
  });
}
