import { nodeOfType } from '../../../runner/nodes/index.ts';
import type { Platform } from '../../platform.ts';
import type { Feature } from '../feature.ts';
import { createInputStore } from '../../domain/runs/input-store.ts';
import { connectionFinder } from '../../domain/connections/connection-finder.ts';
import { createRunStore } from '../../domain/runs/store.ts';
import { previewRoutes } from './routes.ts';
import { PreviewService } from '../../execution/preview/preview-service.ts';

/** Previews nodes of a flow, and single nodes on sample rows. */
export function createPreviewFeature({ database, settings, executor, now }: Platform): Feature {
  const previews = new PreviewService({
    flows: createRunStore(database),
    inputs: createInputStore(database),
    findConnections: connectionFinder(database),
    settings,
    executor,
    lookup: nodeOfType,
    now,
  });
  return { routes: previewRoutes(previews) };
}
