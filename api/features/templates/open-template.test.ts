import type { FlowRecord } from '../../domain/flows/store.ts';
import { openTemplate, type TemplateDeps } from './open-template.ts';
import { PUBLIC_COLUMNS } from './public-columns.ts';
import { readTemplates } from './templates.ts';

const [template] = readTemplates().filter(({ id }) => id === 'rain-by-month');
const WEATHER = PUBLIC_COLUMNS.get('seattle-weather.csv') ?? [];

/** Opens the template where no public file is installed, in a project whose dataset has these columns. */
async function opened(columns: readonly string[]): Promise<unknown> {
  const unused = (): never => {
    throw new Error('not used');
  };
  const columnSchema = JSON.stringify(columns.map((name) => ({ name, type: 'string' })));
  const deps = {
    uploads: { add: unused },
    datasets: { findByName: () => Promise.resolve({ id: 'own', isDisabled: false }) },
    versions: { find: () => Promise.resolve({ content: { columnSchema } }) },
    objects: { get: unused },
    flows: { create: (flow: Partial<FlowRecord>) => Promise.resolve(flow) },
    projects: { resolve: () => Promise.resolve({ id: 'p' }) },
    fileOf: () => null,
  } as unknown as TemplateDeps;
  const signal = new AbortController().signal;
  return await openTemplate(template!, undefined, deps, signal);
}

describe('a template where the public data is not installed', () => {
  it('reads a dataset with the name and the columns of the public file', async () => {
    const flow = await opened([...WEATHER, 'more']);
    expect(JSON.stringify(flow)).toContain('"dataset_id":"own"');
  });

  it('does not read another table of that name, and says which columns it lacks', async () => {
    await expect(opened(['code', 'date', 'wind', 'weather'])).rejects.toThrow(
      'The public data is not installed, and the dataset seattle-weather.csv of the project is another table: it lacks the columns "precipitation", "temp_max", "temp_min". Open the template in a project with the public seattle-weather.csv.',
    );
  });
});
