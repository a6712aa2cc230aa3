import { createReadStream } from 'node:fs';
import { DomainError } from '../../domain/errors.ts';
import type { DatasetStore } from '../../domain/datasets/store.ts';
import type { FlowRecord } from '../../domain/flows/store.ts';
import type { FlowService } from '../../domain/flows/service.ts';
import type { ProjectService } from '../../domain/projects/service.ts';
import { withDatasets } from '../../demo/demo-files.ts';
import type { DatasetUploads } from '../datasets/uploads.ts';
import { templateFile, type Template } from './templates.ts';

/** The dependencies of openTemplate. */
export interface TemplateDeps {
  readonly uploads: Pick<DatasetUploads, 'add'>;
  readonly datasets: Pick<DatasetStore, 'findByName'>;
  readonly flows: Pick<FlowService, 'create'>;
  readonly projects: Pick<ProjectService, 'resolve'>;
}

/**
 * Saves the flow of a template in a project. Its input nodes read the datasets of that name in the project;
 * those that it does not have are uploaded.
 * @param projectId undefined: the default project
 * @throws DomainError `unavailable` when the public data is not installed
 */
export async function openTemplate(
  template: Template,
  projectId: string | undefined,
  { uploads, datasets, flows, projects }: TemplateDeps,
  signal: AbortSignal,
): Promise<FlowRecord> {
  const project = await projects.resolve(projectId);
  const ids = new Map<string, string>();
  for (const name of template.datasets) {
    const existing = await datasets.findByName(project.id, name);
    ids.set(name, existing?.id ?? (await upload(name)));
  }
  const { name, description } = template;
  const { graph_json: graph } = withDatasets(template, ids);
  return await flows.create({ name, description, projectId: project.id, graph });

  async function upload(fileName: string): Promise<string> {
    const file = templateFile(fileName);
    if (file === null) {
      throw new DomainError(
        'unavailable',
        `The public data is not installed. Upload ${fileName} and open the template again.`,
      );
    }
    const content = createReadStream(file);
    const { dataset } = await uploads.add({ fileName, content }, project.id, signal);
    return dataset.id;
  }
}
