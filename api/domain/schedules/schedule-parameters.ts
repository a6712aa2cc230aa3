import type { JsonObject } from '../../../runner/domain/json.ts';
import { readGraph } from '../../../runner/graph/read-graph.ts';
import { resolveParameters } from '../../../runner/graph/resolve-parameters.ts';
import { invalid } from '../errors.ts';
import { slotText } from './slot-text.ts';

/** What the runs of a schedule are given. */
export interface ScheduleParameters {
  readonly parameters: JsonObject | null;
  /** The parameter that each run is given its time in; null: none. */
  readonly timeParameter: string | null;
}

/**
 * Refuses what each run would be refused for.
 * @param time any time that a run may be given
 * @throws DomainError invalid, UserError naming the parameter at fault
 */
export function checkScheduleParameters(
  graph: unknown,
  { parameters, timeParameter }: ScheduleParameters,
  time: Date,
): void {
  const specs = readGraph(graph).parameters ?? [];
  const spec = specs.find(({ name }) => name === timeParameter);
  if (timeParameter !== null && (spec?.type ?? 'string') !== 'string') {
    throw invalid(`The parameter "${timeParameter}" must be text to be given a time`);
  }
  const given = timeParameter === null ? {} : { [timeParameter]: slotText(time) };
  resolveParameters(specs, { ...parameters, ...given });
}
