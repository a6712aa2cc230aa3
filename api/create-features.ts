import type { Platform } from './platform.ts';
import { createDatasetsFeature } from './features/datasets/feature.ts';
import { createConnectionsFeature } from './features/connections/feature.ts';
import { connectionFinder } from './domain/connections/connection-finder.ts';
import { sourceFinder } from './domain/runs/found-sources-store.ts';
import { exportRoutes } from './features/export/routes.ts';
import { warmUpExport } from './features/export/warm-up.ts';
import { createFlowsFeature } from './features/flows/feature.ts';
import { catalogRoutes } from './features/catalog/routes.ts';
import { createHousekeepingFeature } from './housekeeping/feature.ts';
import { healthRoutes } from './features/health/routes.ts';
import { isDatabaseUp } from './features/health/store.ts';
import { extrasOf, scriptHost } from './runner-command.ts';
import type { Feature } from './features/feature.ts';
import { createPreviewFeature } from './features/preview/feature.ts';
import { projectRoutes } from './features/projects/routes.ts';
import { createProjectService } from './domain/projects/service.ts';
import { createDatasetStore } from './domain/datasets/store.ts';
import { createVersionStore } from './domain/datasets/version-store.ts';
import { projectContents } from './domain/datasets/project-contents.ts';
import { createProjectStore } from './domain/projects/store.ts';
import { createComparisonFeature } from './features/runs/comparison-feature.ts';
import { createRunsFeature } from './features/runs/feature.ts';
import { createSchedulesFeature } from './features/schedules/feature.ts';
import { openScheduleMirror } from './features/schedules/open-mirror.ts';
import { settingsRoutes } from './features/settings/routes.ts';
import { triggerRoutes } from './features/trigger/routes.ts';
import { templateRoutes } from './features/templates/routes.ts';
import { transformationRoutes } from './features/transformations/routes.ts';
import { createValidationFeature } from './features/validation/feature.ts';

/** The tags of the OpenAPI document, in the order shown. */
export const TAGS = {
  Health: 'Whether the process lives and can work.',
  Projects: 'Workspaces that group datasets and flows.',
  Datasets: 'Uploaded files, in versions.',
  Flows: 'Saved pipelines: graphs of nodes.',
  Connections: 'Databases, storages and services that nodes use.',
  Templates: 'Flows over public data to start from.',
  Runs: 'Executions of flows, with logs and results.',
  Schedules: 'Automatic runs of flows at the times of cron expressions.',
  Transformations: 'The units of processing that flows are made of.',
  Catalog: 'What editors need to know: node types, exporters, categories.',
  Settings: 'Server settings that change while it runs.',
} as const;

/**
 * Builds every feature from the platform. To add one, write `features/<name>/` with `schemas.ts` (zod) and
 * `routes.ts` (`defineRoute` for each endpoint), put its rules and SQL into `domain/<aggregate>/`, and add it
 * to the list. Validation, the OpenAPI document, 405 and metrics follow from the routes.
 */
export function createFeatures(platform: Platform): readonly Feature[] {
  const { config, database, newId, settings } = platform;
  const mirror = openScheduleMirror(platform);
  const housekeeping = createHousekeepingFeature(platform);
  const projects = createProjectService(createProjectStore(database, projectContents), newId, () =>
    mirror?.manyChanged(),
  );
  const flows = createFlowsFeature(platform, {
    projects,
    changed: (id) => mirror?.flowChanged(id),
    deleted: housekeeping.wake,
  });
  const datasets = createDatasetsFeature(platform, {
    projects,
    flows: flows.flows,
    changed: () => mirror?.manyChanged(),
    purged: housekeeping.wake,
  });
  const runs = createRunsFeature(platform);
  return [
    { routes: healthRoutes(() => isDatabaseUp(database)) },
    { routes: projectRoutes(projects) },
    datasets,
    flows,
    {
      routes: templateRoutes({
        projects,
        flows: flows.flows,
        uploads: datasets.uploads,
        datasets: createDatasetStore(database),
        versions: createVersionStore(database),
        objects: platform.objects,
      }),
    },
    createConnectionsFeature(platform),
    createValidationFeature(platform),
    {
      routes: exportRoutes({
        flows: flows.flows,
        datasets: datasets.datasets,
        findConnections: connectionFinder(database),
        findSources: sourceFinder(database),
      }),
      warmUp: warmUpExport,
    },
    runs,
    createComparisonFeature(platform),
    createSchedulesFeature(platform, { runs: runs.runs, mirror }),
    { routes: triggerRoutes({ ...runs, secret: config.webhookSecret }) },
    createPreviewFeature(platform),
    { routes: transformationRoutes() },
    { routes: catalogRoutes(scriptHost(config), extrasOf(config)) },
    {
      routes: settingsRoutes({
        settings,
        isWebhookConfigured: config.webhookSecret !== null,
        // Timeouts of scheduled runs and the retention of runs are settings.
        changed() {
          mirror?.manyChanged();
          housekeeping.wake();
        },
      }),
    },
    housekeeping,
  ];
}
