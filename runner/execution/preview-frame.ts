import type { ColumnSchema } from '../domain/column.ts';
import type { JsonObject } from '../domain/json.ts';
import type { NodeWarning, PreviewResult } from '../domain/runner-job.ts';
import { ignoredFieldWarnings } from '../graph/config-warnings.ts';
import { warningsOfConfig } from '../graph/node-warnings.ts';
import type { PlannedNode } from '../graph/validate-graph.ts';
import type { NodeLookup } from '../graph/node-lookup.ts';
import type { ScriptSettings } from '../scripts/script-settings.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import type { EngineAdapter } from '../engine-adapters/engine-adapter.ts';
import type { NodeReport } from './node-report.ts';

/** The dependencies of previews. */
export interface PreviewOptions<F> {
  readonly engine: EngineAdapter<F>;
  readonly store: ObjectStore;
  /** An empty folder for temporary files. The caller removes it. */
  readonly scratch: string;
  readonly lookup: NodeLookup;
  /** Default: those of the environment of this process. */
  readonly scripts?: ScriptSettings;
}

/** A frame that is shown. */
export interface ShownFrame<F> {
  /** All rows, or at least those that are shown and profiled. */
  readonly frame: F;
  readonly columns: readonly ColumnSchema[];
  /** The number of all rows. */
  readonly rowCount: number;
  readonly warnings: readonly NodeWarning[];
}

/** The warnings of a previewed node. A chart is not part of a preview, and neither are its warnings. */
export function shownWarnings(nodeId: string, report: NodeReport): readonly NodeWarning[] {
  return report.chart === undefined ? report.warnings.map((message) => ({ nodeId, message })) : [];
}

/** Adds what the configs of the evaluated nodes warn of to a preview: unknown fields, which are ignored, and what their types say. */
export function withConfigWarnings(
  preview: PreviewResult,
  steps: readonly PlannedNode[],
  parameters: JsonObject,
): PreviewResult {
  const found = steps.flatMap((step) =>
    [
      ...ignoredFieldWarnings(step.node, step.definition),
      ...warningsOfConfig(step.node, step, parameters),
    ].map(({ message }) => ({ nodeId: step.node.id, message })),
  );
  return { ...preview, warnings: [...found, ...preview.warnings] };
}

/** The preview of a frame. */
export function previewFrame<F>(
  { frame, columns, rowCount, warnings }: ShownFrame<F>,
  engine: EngineAdapter<F>,
  { limit, profile }: { readonly limit: number; readonly profile: boolean },
): PreviewResult {
  return {
    columns: columns.map((column) => column.name),
    rows: engine.sample(frame, limit),
    row_count: rowCount,
    truncated: rowCount > limit,
    profile: profile ? engine.profile(frame, rowCount) : null,
    warnings,
  };
}
