import { ENGINES, isEngine, type Engine } from '../../../runner/domain/engine.ts';
import { invalid } from '../errors.ts';

/**
 * The engine of a run or preview: the requested one, else the flow's, else the server's default. An empty text
 * chooses none.
 * @throws DomainError invalid for an unknown one
 */
export function chooseEngine(
  choices: readonly (string | null | undefined)[],
  fallback: string,
): Engine {
  const chosen = choices.find((choice) => (choice ?? '') !== '') ?? fallback;
  if (isEngine(chosen)) return chosen;
  throw invalid(
    `Unknown engine "${chosen.slice(0, 100)}". The engines are: ${ENGINES.join(', ')}.`,
  );
}
