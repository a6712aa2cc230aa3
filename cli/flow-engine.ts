import { ENGINES, isEngine, type Engine } from '../runner/domain/engine.ts';
import { UserError } from '../runner/domain/errors.ts';
import type { GraphDocument } from '../runner/domain/graph.ts';

/**
 * Returns the engine of a flow, by default polars.
 * @throws UserError when the flow names an unknown engine
 */
export function engineOf({ engine }: GraphDocument): Engine {
  if (engine === undefined || engine === null) return 'polars';
  if (isEngine(engine)) return engine;
  throw new UserError(`There is no engine "${engine}". The engines are ${ENGINES.join(' and ')}.`);
}
