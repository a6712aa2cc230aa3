import { VERSIONS_MESSAGE, type LogEntry } from '../domain/run-result.ts';
import type { InputBinding } from '../domain/run-spec.ts';
import type { GraphProblem } from '../graph/problem.ts';

/** How much a run made. */
export interface WrittenCounts {
  /** Output files, which the service keeps. */
  readonly files: number;
  /** Tables in databases. */
  readonly tables: number;
  /** Objects in storages. */
  readonly objects: number;
  /** Charts, which node results hold. */
  readonly charts: number;
}

/** The facts that the log of a run reports. */
export interface RunSummary {
  /** Null: the run succeeded. */
  readonly errorMessage: string | null;
  readonly elapsedMs: number;
  readonly written: WrittenCounts;
  readonly inputs: readonly InputBinding[];
  /** Warnings for the author of the flow. */
  readonly warnings: readonly RunWarning[];
}

/** A warning about a node, or about the flow. */
export type RunWarning = Pick<GraphProblem, 'nodeId' | 'message'>;

const MAX_WARNINGS = 100;

/** The log of a run: duration and dataset versions, or the error; then up to 100 warnings. */
export function runLogs(run: RunSummary): readonly LogEntry[] {
  return [...outcomeLogs(run), ...run.warnings.slice(0, MAX_WARNINGS).map(warningEntry)];
}

function warningEntry({ nodeId, message }: RunWarning): LogEntry {
  return { level: 'warning', message, ...(nodeId === null ? {} : { node_id: nodeId }) };
}

function outcomeLogs(run: RunSummary): readonly LogEntry[] {
  if (run.errorMessage !== null) return [{ level: 'error', message: run.errorMessage }];
  return [
    {
      level: 'info',
      message: `Run completed in ${run.elapsedMs} ms with ${writtenText(run.written)}.`,
      duration_ms: run.elapsedMs,
    },
    {
      level: 'info',
      message: VERSIONS_MESSAGE,
      versions: datasetVersions(run.inputs),
    },
  ];
}

/** For example `1 output`, or `2 tables and 1 object` of a flow without output files. */
function writtenText({ files, tables, objects, charts }: WrittenCounts): string {
  const counts = [
    [files, 'output'],
    [tables, 'table'],
    [objects, 'object'],
    [charts, 'chart'],
  ] as const;
  const written = counts
    .filter(([count]) => count > 0)
    .map(([count, noun]) => `${count} ${noun}${count === 1 ? '' : 's'}`);
  return new Intl.ListFormat('en').format(written) || '0 outputs';
}

/** The distinct versions, in the order of the inputs. */
function datasetVersions(inputs: readonly InputBinding[]): NonNullable<LogEntry['versions']> {
  const byVersion = new Map(
    inputs.map((input) => [JSON.stringify([input.datasetId, input.versionNumber]), input]),
  );
  return [...byVersion.values()].map((input) => ({
    dataset_id: input.datasetId,
    version_number: input.versionNumber,
    dataset_name: input.datasetName,
  }));
}
