import { runDefinition } from './run-crd.ts';
import { scheduleDefinition } from './schedule-crd.ts';

/** Every CustomResourceDefinition by the name of its file in the chart. */
export function definitions(): Readonly<Record<string, object>> {
  return { 'runs.yaml': runDefinition(), 'schedules.yaml': scheduleDefinition() };
}
