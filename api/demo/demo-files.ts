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

const demoFlow = z.object({
  name: z.string(),
  description: z.string(),
  /** Bodies for the API. */
  schedules: z.array(z.looseObject({ cron: z.string() })).default([]),
  graph_json: z.looseObject({
    nodes: z.array(
      z.looseObject({ data: z.looseObject({ config: z.record(z.string(), z.unknown()) }) }),
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

/** Reads the demo flows. @throws ZodError when a file is invalid */
export function readDemoFlows(): readonly DemoFlow[] {
  const folder = path.join(import.meta.dirname, 'flows');
  return readdirSync(folder)
    .toSorted()
    .map((file) => demoFlow.parse(JSON.parse(readFileSync(path.join(folder, file), 'utf8'))));
}
