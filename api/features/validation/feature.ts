import { nodeOfType } from '../../../runner/nodes/index.ts';
import type { Platform } from '../../platform.ts';
import type { Feature } from '../feature.ts';
import { createInputStore } from '../../domain/runs/input-store.ts';
import { createRunStore } from '../../domain/runs/store.ts';
import { validationRoutes } from './routes.ts';
import { ValidationService } from './service.ts';

/** Checks of flows, saved or not, without running them. */
export function createValidationFeature({ database, settings, now }: Platform): Feature {
  const validations = new ValidationService({
    flows: createRunStore(database),
    inputs: createInputStore(database),
    settings,
    lookup: nodeOfType,
    now,
  });
  return { routes: validationRoutes(validations) };
}
