import { nodeOfType } from '../../../runner/nodes/index.ts';
import type { Platform } from '../../platform.ts';
import { serviceVersion } from '../../version.ts';
import type { Feature } from '../feature.ts';
import type { ProjectService } from '../../domain/projects/service.ts';
import { flowRoutes } from './routes.ts';
import { FlowService } from '../../domain/flows/service.ts';
import { deleteSchedulesOf } from '../../domain/schedules/store.ts';
import { createFlowStore } from '../../domain/flows/store.ts';

export interface FlowsFeature extends Feature {
  readonly flows: FlowService;
}

export interface FlowsDeps {
  readonly projects: ProjectService;
  /** Told of the id of a flow that was changed or deleted. */
  readonly changed: (id: string) => void;
  /** Called after a flow was deleted: its runs and their files are to be removed. */
  readonly deleted: () => void;
}

/** Flows: saved, listed, copied, imported. */
export function createFlowsFeature(
  { database, newId }: Platform,
  { projects, changed, deleted }: FlowsDeps,
): FlowsFeature {
  const flows = new FlowService({
    store: createFlowStore(database, deleteSchedulesOf),
    projects,
    changed,
    deleted,
    newId,
  });
  const routes = flowRoutes({
    flows,
    isKnownType: (type) => nodeOfType(type) !== undefined,
    serviceVersion: serviceVersion(),
  });
  return { flows, routes };
}
