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
    foundColumns: new Map(columns === undefined ? [] : [['read', columns]]),
  });
}

/** The outcome of a script: the rows of its file, null if it writes none, or its error. */
export type ScriptOutcome = ReadTable | { readonly error: string } | null;

/**
 * Runs the scripts of a flow one after the other in real Python, as a user does.
 * @param url the address of the connection
 * @param after is called after each script
 */
export async function runDatabaseScripts(
  exported: FlowExport,
  { python, url }: { readonly python: string; readonly url: string },
  after: (script: Script) => Promise<void> = () => Promise.resolve(),
): Promise<ReadonlyMap<Script, ScriptOutcome>> {
  const root = await mkdtemp(path.join(tmpdir(), 'millrace-scripts-'));
  try {
    const outcomes = new Map<Script, ScriptOutcome>();
    for (const script of SCRIPTS) {
      const folder = path.join(root, script);
      await mkdir(folder);
      const file = path.join(folder, 'flow.py');
      await writeFile(file, exported[script]);
      const [error = null] = await runScripts(python, [{ path: file, folder }], {
        DATABASE_URL: url,
        DATABASE_PATH: url,
      });
      await after(script);
      outcomes.set(script, error === null ? outputIn(folder, exported[script]) : { error });
    }
    return outcomes;
  } finally {
    await rm(root, { recursive: true });
  }
}

function outputIn(folder: string, script: string): ReadTable | null {
  return script.includes('output.parquet') ? readTable(path.join(folder, 'output.parquet')) : null;
}
