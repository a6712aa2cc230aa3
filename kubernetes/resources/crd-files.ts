import { runDefinition } from './run-crd.ts';
import { scheduleDefinition } from './schedule-crd.ts';

/** All CustomResourceDefinitions by the name of their file in the chart. */
export function definitions(): Readonly<Record<string, object>> {
  return { 'runs.yaml': runDefinition(), 'schedules.yaml': scheduleDefinition() };
}
