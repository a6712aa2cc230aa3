import { exactJson } from '../../../runner/domain/exact-json.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import { dependsOnChance, dependsOnRunTime } from '../../../runner/graph/changing-nodes.ts';
import type { PlannedNode } from '../../../runner/graph/validate-graph.ts';
import { areWhereUsed } from '../../domain/runs/connection-addresses.ts';
import type { InputRef, RunRecord } from '../../domain/runs/run-record.ts';
import type { PreparedRun } from './run-launcher.ts';

/** A run that was prepared, with its nodes. */
export interface ComparedRun extends Pick<
  PreparedRun,
  'graph' | 'engine' | 'parameters' | 'inputs' | 'connections'
> {
  readonly steps: readonly PlannedNode[];
}

/**
 * Whether a run would do what an earlier one did: with the same graph, engine and parameters, read the same versions
 * of the same datasets, and use connections that still name the same data. False where that is unknown, such as for
 * a missing input, and where the same may give another result, by a script or by the time of the run. What has
 * changed in the data of connections is not compared.
 * @param timeParameter a parameter that is the time of the run, and so differs in any case. A schedule with one says
 *   by it that the time does not count, so that of expressions does not either.
 */
export function repeats(
  run: ComparedRun,
  earlier: Pick<
    RunRecord,
    'graph' | 'engine' | 'parameters' | 'inputDatasets' | 'connectionAddresses'
  >,
  timeParameter: string | null,
): boolean {
  return (
    isSameEachTime(run.steps, timeParameter) &&
    readsTheSame(run, earlier) &&
    run.engine === earlier.engine &&
    exactJson.stringify(run.graph) === exactJson.stringify(earlier.graph) &&
    sameText(run.parameters, earlier.parameters, timeParameter)
  );
}

function isSameEachTime(steps: readonly PlannedNode[], timeParameter: string | null): boolean {
  if (steps.some(dependsOnChance)) return false;
  return timeParameter !== null || !steps.some(dependsOnRunTime);
}

function readsTheSame(
  { inputs, connections = [] }: Pick<ComparedRun, 'inputs' | 'connections'>,
  { inputDatasets, connectionAddresses }: Pick<RunRecord, 'inputDatasets' | 'connectionAddresses'>,
): boolean {
  if ('failure' in inputs || inputDatasets === null) return false;
  return (
    isEqualSet(inputs.bindings.map(versionText), inputDatasets.map(refText)) &&
    // A run of an older version has no addresses. If it used connections, it is not known where they were.
    areWhereUsed(connections, connectionAddresses ?? {})
  );
}

function isEqualSet(a: readonly string[], b: readonly string[]): boolean {
  const [one, other] = [new Set(a), new Set(b)];
  return one.size === other.size && a.every((text) => other.has(text));
}

function versionText(input: {
  readonly datasetId: string;
  readonly versionNumber: number;
}): string {
  return `${input.datasetId} ${input.versionNumber}`;
}

function refText({ dataset_id, version_number }: InputRef): string {
  return `${dataset_id} ${version_number ?? 'unknown'}`;
}

function sameText(a: JsonObject | null, b: JsonObject | null, except: string | null): boolean {
  const textOf = (parameters: JsonObject | null): string =>
    exactJson.stringify(
      Object.entries(parameters ?? {})
        .filter(([name]) => name !== except)
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    );
  return textOf(a) === textOf(b);
}
