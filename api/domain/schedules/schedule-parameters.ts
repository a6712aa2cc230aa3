import type { JsonObject } from '../../../runner/domain/json.ts';
import { readGraph } from '../../../runner/graph/read-graph.ts';
import { resolveParameters } from '../../../runner/graph/resolve-parameters.ts';
import { invalid } from '../errors.ts';
import { slotText } from './slot.ts';

/** The parameters of the runs of a schedule. */
export interface ScheduleParameters {
  readonly parameters: JsonObject | null;
  /** The parameter that is set to the slot of the run; null: none. */
  readonly timeParameter: string | null;
}

/**
 * Checks the parameters of a schedule against those that its flow declares.
 * @param time the slot of any run
 * @throws DomainError invalid, or UserError, that names the invalid parameter
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
