import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FlowParameter } from '../../../runner/domain/graph.ts';
import type { RunResult } from '../../../runner/domain/run-result.ts';
import { exportFlow } from '../../../runner/export/export-flow.ts';
import type { FlowExport } from '../../../runner/export/export-request.ts';
import { graphOf, type DatabaseFlow, type DatabaseFlows } from '../../support/database-flows.ts';
import { SCRIPTS, type Script } from '../parity-run.ts';
import { runScripts } from '../python-batch.ts';
import { readTable, type ReadTable } from '../table-file.ts';

/** Exports a flow with the columns that a run of it found. */
export function exportDatabaseFlow(
  flows: DatabaseFlows,
  flow: DatabaseFlow,
  run: RunResult,
  parameters: readonly FlowParameter[] = [],
): FlowExport {
  const [read] = run.nodeResults ?? [];
  const columns = read?.columns.map((name, place) => ({
    name,
    type: read.column_types?.[place] ?? 'string',
  }));
  return exportFlow({
    flowName: 'Database',
    graph: { ...graphOf(flow), parameters },
    inputs: [],
    connections: [flows.connection],
    found: new Map(
      columns === undefined
        ? []
        : [
            [
              'read',
              {
                columns,
                options: read?.object_options ?? null,
                misreadColumns: read?.object_misread_columns ?? [],
              },
            ],
          ],
    ),
  });
}

/** The outcome of a script: the rows of its file, null if it writes none, or its error. */
export type ScriptOutcome = ReadTable | { readonly error: string } | null;

/** What runs scripts, and what their environment variables have. */
interface ScriptPython {
  readonly python: string;
  /** The address or the path of the connection. */
  readonly url: string;
}

/**
 * Runs the scripts of a flow one after the other in real Python, as a user does.
 * @param after is called after each script
 */
export async function runDatabaseScripts(
  exported: FlowExport,
  python: ScriptPython,
  after: (script: Script) => Promise<void> = () => Promise.resolve(),
): Promise<ReadonlyMap<Script, ScriptOutcome>> {
  const outcomes = new Map<Script, ScriptOutcome>();
  for (const script of SCRIPTS) {
    const [outcome = null] = await runScriptTexts([exported[script]], python);
    await after(script);
    outcomes.set(script, outcome);
  }
  return outcomes;
}

/** Runs scripts one after the other in one process of Python, each in a folder of its own. */
export async function runScriptTexts(
  scripts: readonly string[],
  { python, url }: ScriptPython,
): Promise<readonly ScriptOutcome[]> {
  const root = await mkdtemp(path.join(tmpdir(), 'millrace-scripts-'));
  try {
    const jobs = scripts.map((_, place) => {
      const folder = path.join(root, String(place));
      return { folder, path: path.join(folder, 'flow.py') };
    });
    for (const [place, job] of jobs.entries()) {
      await mkdir(job.folder);
      await writeFile(job.path, scripts[place] ?? '');
    }
    const variables = { DATABASE_URL: url, DATABASE_PATH: url };
    const errors = await runScripts(python, jobs, variables);
    return jobs.map(({ folder }, place) => {
      const error = errors[place] ?? null;
      return error === null ? outputIn(folder, scripts[place] ?? '') : { error };
    });
  } finally {
    await rm(root, { recursive: true });
  }
}

function outputIn(folder: string, script: string): ReadTable | null {
  return script.includes('output.parquet') ? readTable(path.join(folder, 'output.parquet')) : null;
}
