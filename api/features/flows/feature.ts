import { nodeOfType } from '../../../runner/nodes/index.ts';
import type { Platform } from '../../platform.ts';
import { serviceVersion } from '../../version.ts';
import type { Feature } from '../feature.ts';
import type { ProjectService } from '../../domain/projects/service.ts';
import { findConnections } from '../../domain/connections/connection-store.ts';
import {
  deleteWatermarks,
  listWatermarks,
  moveWatermarks,
} from '../../domain/watermarks/watermark-store.ts';
import { flowRoutes } from './routes.ts';
import { watermarkRoutes } from './watermark-routes.ts';
import { FlowService } from '../../domain/flows/service.ts';
import { deleteSchedulesOf } from '../../domain/schedules/store.ts';
import { createFlowStore } from '../../domain/flows/store.ts';

export interface FlowsFeature extends Feature {
  readonly flows: FlowService;
}

export interface FlowsDeps {
  readonly projects: ProjectService;
  /** Called with the id of a changed or deleted flow. */
  readonly changed: (id: string) => void;
  /** Called after a deletion, when runs and files wait for their removal. */
  readonly deleted: () => void;
}

/** Saves, lists, copies and imports flows. */
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
  const watermarks = watermarkRoutes({
    flows,
    list: (flowId) => listWatermarks(database, flowId),
    connectionsOf: (ids) => findConnections(database, ids),
    remove: (flowId, nodeId) => deleteWatermarks(database, flowId, nodeId),
    keep: (of, present) => moveWatermarks(database, of, present),
  });
  return { flows, routes: [...routes, ...watermarks] };
}
