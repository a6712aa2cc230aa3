import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  DEMO_FLOWS_FOLDER,
  demoDataFolder,
  demoFlow,
  type DemoFlow,
} from '../../demo/demo-files.ts';

/** A flow over public data that a user can open. */
export interface Template extends Omit<DemoFlow, 'schedules'> {
  /** The name of its file without the extension. */
  readonly id: string;
  /** The files that its input nodes read. */
  readonly datasets: readonly string[];
}

const FOLDERS = [DEMO_FLOWS_FOLDER, path.join(import.meta.dirname, 'flows')];

/** All templates, sorted by id: the flows of the demo, and those of the folder `flows`. */
export function readTemplates(): readonly Template[] {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder).map((file) => path.join(folder, file)),
  );
  return files.map(readTemplate).toSorted((left, right) => (left.id < right.id ? -1 : 1));
}

/** The file of a dataset of a template. @returns null when the public data is not installed */
export function templateFile(name: string): string | null {
  const folder = demoDataFolder();
  return folder === null ? null : path.join(folder, name);
}

function readTemplate(file: string): Template {
  const { name, description, graph_json } = demoFlow.parse(JSON.parse(readFileSync(file, 'utf8')));
  const ids = graph_json.nodes.map(({ data }) => data.config.dataset_id);
  const datasets = [...new Set(ids.filter((id) => typeof id === 'string'))];
  return { id: path.basename(file, '.json'), name, description, graph_json, datasets };
}
