import type { Platform } from '../../platform.ts';
import type { Feature } from '../feature.ts';
import type { FlowService } from '../../domain/flows/service.ts';
import type { ProjectService } from '../../domain/projects/service.ts';
import { createPendingDeletions } from './pending-deletions.ts';
import { createRegistrationStore } from '../../domain/datasets/registration-store.ts';
import { datasetRoutes } from './routes.ts';
import { DatasetService } from '../../domain/datasets/service.ts';
import { createDatasetStore } from '../../domain/datasets/store.ts';
import { DatasetUploads } from './uploads.ts';
import { createVersionStore } from '../../domain/datasets/version-store.ts';

export interface DatasetsFeature extends Feature {
  readonly datasets: DatasetService;
  readonly uploads: DatasetUploads;
}

export interface DatasetsDeps {
  readonly projects: ProjectService;
  readonly flows: FlowService;
  /** Called when a dataset may have enabled or disabled flows; must not throw. */
  readonly changed: () => void;
  /** Called after a purge, when files wait for their deletion. */
  readonly purged: () => void;
}

/** Uploads, lists, shows, downloads and deletes datasets. */
export function createDatasetsFeature(platform: Platform, deps: DatasetsDeps): DatasetsFeature {
  const { database, objects, executor, settings, logger, newId } = platform;
  const { projects, flows, changed, purged } = deps;
  const store = createDatasetStore(database);
  const versions = createVersionStore(database);
  const datasets = new DatasetService({ store, versions, settings, changed, purged });
  const uploads = new DatasetUploads({
    store,
    registrations: createRegistrationStore(database),
    deletions: createPendingDeletions(database),
    versions,
    objects,
    executor,
    projects,
    settings,
    logger,
    newId,
    changed,
  });
  return { datasets, uploads, routes: datasetRoutes({ datasets, uploads, flows, objects }) };
}
