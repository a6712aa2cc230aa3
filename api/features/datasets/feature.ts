import type { Platform } from '../../platform.ts';
import type { Feature } from '../feature.ts';
import type { FlowService } from '../flows/service.ts';
import type { ProjectService } from '../projects/service.ts';
import { datasetRoutes } from './routes.ts';
import { DatasetService } from './service.ts';
import { createDatasetStore } from './store.ts';
import { DatasetUploads } from './uploads.ts';
import { createVersionStore } from './version-store.ts';

export interface DatasetsFeature extends Feature {
  readonly datasets: DatasetService;
  readonly uploads: DatasetUploads;
}

/** Datasets: taken in, listed, shown, downloaded, deleted. */
export function createDatasetsFeature(
  platform: Platform,
  parts: { readonly projects: ProjectService; readonly flows: FlowService },
): DatasetsFeature {
  const { database, objects, executor, settings, logger, now, newId } = platform;
  const store = createDatasetStore(database);
  const versions = createVersionStore(database);
  const datasets = new DatasetService({ store, versions, objects, settings, logger, now });
  const { projects, flows } = parts;
  const uploads = new DatasetUploads({
    store,
    objects,
    executor,
    projects,
    settings,
    logger,
    newId,
  });
  return { datasets, uploads, routes: datasetRoutes({ datasets, uploads, flows, objects }) };
}
