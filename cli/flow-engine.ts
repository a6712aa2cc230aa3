import { ENGINES, isEngine, type Engine } from '../runner/domain/engine.ts';
import { UserError } from '../runner/domain/errors.ts';
import type { GraphDocument } from '../runner/domain/graph.ts';

/**
 * The engine that a flow names, else polars.
 * @throws UserError when there is none of that name
 */
export function engineOf({ engine }: GraphDocument): Engine {
  if (engine === undefined || engine === null) return 'polars';
  if (isEngine(engine)) return engine;
  throw new UserError(`There is no engine "${engine}". The engines are ${ENGINES.join(' and ')}.`);
}
