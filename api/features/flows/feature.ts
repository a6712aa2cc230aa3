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

export interface FlowsParts {
  readonly projects: ProjectService;
  /** Told of the id of a flow that was changed or deleted. */
  readonly changed: (id: string) => void;
}

/** Flows: saved, listed, copied, imported. */
export function createFlowsFeature(
  { database, objects, logger, newId }: Platform,
  { projects, changed }: FlowsParts,
): FlowsFeature {
  const flows = new FlowService({
    store: createFlowStore(database),
    projects,
    changed,
    objects,
    logger,
    newId,
    isKnownType: (type) => nodeOfType(type) !== undefined,
    serviceVersion: serviceVersion(),
  });
  return { flows, routes: flowRoutes(flows) };
}
