import { isSameWatermark } from '../../../runner/domain/watermark.ts';
import type { NodeResult } from '../../../runner/domain/run-result.ts';
import type { CheckedSource } from '../../../runner/domain/source-check.ts';
import { incrementalInputs, inputOutput } from '../../../runner/graph/incremental-inputs.ts';
import type { PlannedNode } from '../../../runner/graph/validate-graph.ts';
import type { NodeContext } from '../../../runner/nodes/definition.ts';
import type { RunRecord } from '../../domain/runs/run-record.ts';
import type { PreparedRun } from './run-launcher.ts';

type CheckedRun = Pick<PreparedRun, 'parameters' | 'time' | 'watermarks'> & {
  readonly steps: readonly PlannedNode[];
};

/**
 * What a run would read of connections, with the state in which an earlier one read it.
 * @returns null when it is not known whether that has changed: an input reads all rows of a database, or another
 *   object than the earlier run
 */
export function checkedSources(
  run: CheckedRun,
  earlier: Pick<RunRecord, 'nodeResults'>,
): readonly CheckedSource[] | null {
  const context = { parameters: run.parameters ?? {}, localTime: run.time.localTime };
  const checked: CheckedSource[] = [];
  for (const step of run.steps.filter(readsConnection)) {
    const { id } = step.node;
    const result = earlier.nodeResults?.find(({ node_id: nodeId }) => nodeId === id);
    const source = rowsOf(step, run, context) ?? objectOf(step, result, context);
    if (source === null) return null;
    checked.push(source);
  }
  return checked;
}

function readsConnection({ definition }: PlannedNode): boolean {
  return definition.kind === 'input' && definition.usesConnection !== null;
}

function rowsOf(
  step: PlannedNode,
  { watermarks = [] }: CheckedRun,
  context: NodeContext,
): CheckedSource | null {
  const [input] = incrementalInputs([step], context);
  if (input === undefined) return null;
  const { key, source } = input;
  const { connectionId, column } = key;
  const after = watermarks.find((watermark) => isSameWatermark(watermark, key)) ?? null;
  return { kind: 'rows', connectionId, source, column, after };
}

function objectOf(
  step: PlannedNode,
  result: NodeResult | undefined,
  context: NodeContext,
): CheckedSource | null {
  const output = inputOutput(step, context);
  if (output?.op !== 'discoveredObject') return null;
  const { connectionId, path } = output;
  const version = result?.object_version;
  if (version === undefined || result?.object_path !== path) return null;
  return { kind: 'object', connectionId, path, version };
}
