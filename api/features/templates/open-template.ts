import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ObjectNotFoundError, type ObjectStore } from '../../../runner/storage/object-store.ts';
import { DomainError } from '../../domain/errors.ts';
import type { DatasetStore } from '../../domain/datasets/store.ts';
import type { VersionRecord, VersionStore } from '../../domain/datasets/version-store.ts';
import type { FlowRecord } from '../../domain/flows/store.ts';
import type { FlowService } from '../../domain/flows/service.ts';
import type { ProjectService } from '../../domain/projects/service.ts';
import { withDatasets } from '../../demo/demo-files.ts';
import type { DatasetUploads } from '../datasets/uploads.ts';
import { PUBLIC_COLUMNS } from './public-columns.ts';
import { templateFile, type Template } from './templates.ts';

/** The dependencies of openTemplate. */
export interface TemplateDeps {
  readonly uploads: Pick<DatasetUploads, 'add'>;
  readonly datasets: Pick<DatasetStore, 'findByName'>;
  readonly versions: Pick<VersionStore, 'find'>;
  readonly objects: Pick<ObjectStore, 'get'>;
  readonly flows: Pick<FlowService, 'create'>;
  readonly projects: Pick<ProjectService, 'resolve'>;
  /** The file of a public dataset; null: it is not installed. Default: that of the demo. */
  readonly fileOf?: (name: string) => string | null;
}

/**
 * Saves the flow of a template in a project. Its input nodes read the datasets of the project that are its
 * public files; those that it does not have are uploaded, under another name where it has an own dataset of
 * that name. One that is disabled or deleted is uploaded again, which restores it.
 * @param projectId undefined: the default project
 * @throws DomainError `unavailable` when the public data is not installed
 */
export async function openTemplate(
  template: Template,
  projectId: string | undefined,
  { uploads, datasets, versions, objects, flows, projects, fileOf = templateFile }: TemplateDeps,
  signal: AbortSignal,
): Promise<FlowRecord> {
  const project = await projects.resolve(projectId);
  const ids = new Map<string, string>();
  for (const name of template.datasets) {
    ids.set(name, await datasetOf(name));
  }
  const { name, description } = template;
  const { graph_json: graph } = withDatasets(template, ids);
  return await flows.create({ name, description, projectId: project.id, graph });

  async function datasetOf(fileName: string): Promise<string> {
    const file = fileOf(fileName);
    const own = await datasets.findByName(project.id, fileName);
    if (file === null) {
      if (own?.isDisabled === false) return await checkedOwn(own.id, fileName);
      throw new DomainError(
        'unavailable',
        `The public data is not installed. Upload ${fileName} and open the template again.`,
      );
    }
    for (let count = 0; ; count++) {
      const name = datasetName(fileName, count);
      const existing = await datasets.findByName(project.id, name);
      if (existing === null || (existing.isDisabled && (await isPublic(existing.id, file)))) {
        const content = createReadStream(file);
        const { dataset } = await uploads.add({ fileName: name, content }, project.id, signal);
        return dataset.id;
      }
      if (!existing.isDisabled && (await isPublic(existing.id, file))) return existing.id;
    }
  }

  /** Without the file, a dataset with its columns is that table. @throws DomainError unavailable */
  async function checkedOwn(id: string, fileName: string): Promise<string> {
    const version = await versions.find(id, undefined);
    const found = new Set(version === null ? [] : columnNames(version.content.columnSchema));
    const lacking = (PUBLIC_COLUMNS.get(fileName) ?? []).filter((column) => !found.has(column));
    if (lacking.length === 0) return id;
    const names = lacking.map((column) => JSON.stringify(column)).join(', ');
    throw new DomainError(
      'unavailable',
      `The public data is not installed, and the dataset ${fileName} of the project is another table: it lacks the columns ${names}. Open the template in a project with the public ${fileName}.`,
    );
  }

  /** Whether a dataset is a public file: a file of the user may have the same name. */
  async function isPublic(id: string, file: string): Promise<boolean> {
    const version = await versions.find(id, undefined);
    return version !== null && (await hasContentOf(version, file, objects));
  }
}

const columnSchemas = z.array(z.object({ name: z.string() }));

function columnNames(columnSchema: string): string[] {
  return columnSchemas.parse(JSON.parse(columnSchema)).map(({ name }) => name);
}

async function hasContentOf(
  { bytes, sourceKey }: VersionRecord,
  file: string,
  objects: Pick<ObjectStore, 'get'>,
): Promise<boolean> {
  if (bytes !== (await stat(file)).size) return false;
  try {
    const { body } = await objects.get(sourceKey);
    return (await digestOf(body)) === (await digestOf(createReadStream(file)));
  } catch (error) {
    if (error instanceof ObjectNotFoundError) return false;
    throw error;
  }
}

async function digestOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}

/** The names that the dataset of a public file may have: its own, then one that says what it is. */
function datasetName(fileName: string, count: number): string {
  if (count === 0) return fileName;
  const { name, ext } = path.parse(fileName);
  return `${name} (public data${count === 1 ? '' : ` ${count}`})${ext}`;
}
