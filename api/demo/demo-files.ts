import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** Public datasets, smallest first. `data/README.md` has their sources and licences. */
export const DEMO_DATASETS = [
  'seattle-weather.csv',
  'gapminder.json',
  'airports.csv',
  'movies.json',
  'flights-20k.json',
] as const;

/** A flow of the demo, or a template. */
export const demoFlow = z.object({
  name: z.string(),
  description: z.string(),
  /** Bodies for the API. */
  schedules: z.array(z.looseObject({ cron: z.string() })).default([]),
  graph_json: z.looseObject({
    nodes: z.array(
      z.looseObject({
        type: z.string(),
        data: z.looseObject({ config: z.record(z.string(), z.unknown()) }),
      }),
    ),
  }),
});

/** A flow whose input nodes refer to datasets by file name. */
export type DemoFlow = z.infer<typeof demoFlow>;

/** The folder of the demo data. @returns null when it is not installed, as in the images for a cluster */
export function demoDataFolder(): string | null {
  const folder = path.join(import.meta.dirname, 'data');
  return existsSync(folder) ? folder : null;
}

/** The folder of the flows that the demo has. */
export const DEMO_FLOWS_FOLDER = path.join(import.meta.dirname, 'flows');

/** Gives the input nodes of a flow the ids of their datasets. @param ids by file name */
export function withDatasets<F extends Pick<DemoFlow, 'graph_json'>>(
  flow: F,
  ids: ReadonlyMap<string, string>,
): F {
  const nodes = flow.graph_json.nodes.map((node) => {
    const { config } = node.data;
    const id = typeof config.dataset_id === 'string' ? ids.get(config.dataset_id) : undefined;
    return id === undefined
      ? node
      : { ...node, data: { ...node.data, config: { ...config, dataset_id: id } } };
  });
  return { ...flow, graph_json: { ...flow.graph_json, nodes } };
}

/** Reads the demo flows. @throws ZodError when a file is invalid */
export function readDemoFlows(): readonly DemoFlow[] {
  return readdirSync(DEMO_FLOWS_FOLDER)
    .toSorted()
    .map((file) =>
      demoFlow.parse(JSON.parse(readFileSync(path.join(DEMO_FLOWS_FOLDER, file), 'utf8'))),
    );
}
