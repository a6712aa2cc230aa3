import { exactJson } from '../../../runner/domain/exact-json.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import type { InputRef, RunRecord } from '../../domain/runs/run-record.ts';
import type { PreparedRun } from './run-launcher.ts';

/**
 * Whether a run would read the same versions of the same datasets, with the same graph, engine and parameters,
 * as an earlier one. False where that is unknown: an input is missing. What it reads of connections is not compared.
 * @param timeParameter a parameter that is the time of the run, and so differs in any case
 */
export function repeats(
  run: Pick<PreparedRun, 'graph' | 'engine' | 'parameters' | 'inputs'>,
  earlier: Pick<RunRecord, 'graph' | 'engine' | 'parameters' | 'inputDatasets'>,
  timeParameter: string | null,
): boolean {
  if ('failure' in run.inputs || earlier.inputDatasets === null) return false;
  return (
    run.engine === earlier.engine &&
    exactJson.stringify(run.graph) === exactJson.stringify(earlier.graph) &&
    sameText(run.parameters, earlier.parameters, timeParameter) &&
    isEqualSet(run.inputs.bindings.map(versionText), earlier.inputDatasets.map(refText))
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
