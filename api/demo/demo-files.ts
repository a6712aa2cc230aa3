import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';

/** Public data of the npm package vega-datasets (BSD-3-Clause), smallest first. */
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
  graph_json: z.looseObject({
    nodes: z.array(
      z.looseObject({ data: z.looseObject({ config: z.record(z.string(), z.unknown()) }) }),
    ),
  }),
});

/** A flow whose input nodes name datasets by file name. */
export type DemoFlow = z.infer<typeof demoFlow>;

/** The folder with the demo's data, or null where the package was left out (as in the images). */
export function demoDataFolder(): string | null {
  try {
    const entry = createRequire(import.meta.url).resolve('vega-datasets');
    const folder = path.resolve(path.dirname(entry), '..', 'data');
    return existsSync(folder) ? folder : null;
  } catch {
    return null;
  }
}

export function readDemoFlows(): readonly DemoFlow[] {
  const folder = path.join(import.meta.dirname, 'flows');
  return readdirSync(folder)
    .toSorted()
    .map((file) => demoFlow.parse(JSON.parse(readFileSync(path.join(folder, file), 'utf8'))));
}
