import { readsRunTime } from '../expressions/reads-run-time.ts';
import type { PlannedNode } from './validate-graph.ts';

/** Whether an expression of a node depends on the time of the run. */
export function dependsOnRunTime({ definition, config }: PlannedNode): boolean {
  // The text of a query is no expression: a database evaluates it.
  if (definition.usesConnection !== null) return false;
  return definition.expressionKeys.some((key) => {
    const text = valueOf(config, key);
    return typeof text === 'string' && text !== '' && readsRunTime(text);
  });
}

/** Whether a node has a script that may return something else for the same rows. */
export function dependsOnChance({ definition, config }: PlannedNode): boolean {
  const isScript = Object.keys(definition.scripts).length > 0;
  return isScript && valueOf(config, 'deterministic') !== true;
}

/** Configs are objects by config key, read by the schemas of their nodes. */
function valueOf(config: unknown, key: string): unknown {
  return (config as Readonly<Record<string, unknown>>)[key];
}
