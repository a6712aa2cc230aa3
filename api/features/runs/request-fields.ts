import { z } from 'zod';
import { ENGINES } from '../../../runner/domain/engine.ts';
import { anyObject, checkedLater } from '../../openapi/field-types.ts';

/** The engine of a run that is asked for. */
export const runEngine = checkedLater(
  ENGINES,
  'Absent: the engine of the flow, else the setting DEFAULT_ENGINE.',
)
  .nullable()
  .optional();

/** The engine of what is to be as a run would be. */
export const engineLikeRun = z
  .string()
  .nullable()
  .optional()
  .meta({ description: 'Absent: the engine that a run would use.' });

export const parameterValues = anyObject
  .nullable()
  .optional()
  .meta({ description: "Values for the flow's declared parameters, by name." });
