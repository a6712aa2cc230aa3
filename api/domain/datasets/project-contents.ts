import { releaseFlows } from '../flows/disabled-flows-store.ts';
import { disableFlowsIn, moveFlows } from '../flows/flows-of-project-store.ts';
import type { ProjectContents } from '../projects/store.ts';
import { disableDatasetsIn, enableDatasetsIn, moveDatasets } from './datasets-of-project-store.ts';

/** Disables, enables and moves the flows and datasets of a project with it. */
export const projectContents: ProjectContents = {
  async disable(transaction, projectId) {
    await disableFlowsIn(transaction, projectId);
    await disableDatasetsIn(transaction, projectId);
  },
  async enable(transaction, projectId) {
    const datasetIds = await enableDatasetsIn(transaction, projectId);
    await releaseFlows(transaction, [projectId, ...datasetIds]);
  },
  async move(transaction, project, target) {
    await moveFlows(transaction, project.id, target);
    await moveDatasets(transaction, project, target);
  },
};
