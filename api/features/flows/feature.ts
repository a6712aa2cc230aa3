import { nodeOfType } from '../../../runner/nodes/index.ts';
import type { Platform } from '../../platform.ts';
import { serviceVersion } from '../../version.ts';
import type { Feature } from '../feature.ts';
import type { ProjectService } from '../projects/service.ts';
import { flowRoutes } from './routes.ts';
import { FlowService } from './service.ts';
import { createFlowStore } from './store.ts';

export interface FlowsFeature extends Feature {
  readonly flows: FlowService;
}

/** Flows: saved, listed, copied, imported. */
export function createFlowsFeature(
  { database, objects, logger, newId }: Platform,
  projects: ProjectService,
): FlowsFeature {
  const flows = new FlowService({
    store: createFlowStore(database),
    projects,
    objects,
    logger,
    newId,
    isKnownType: (type) => nodeOfType(type) !== undefined,
    serviceVersion: serviceVersion(),
  });
  return { flows, routes: flowRoutes(flows) };
}
