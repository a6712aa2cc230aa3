import { startTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

interface Spec {
  readonly id: string;
  readonly category: string;
  readonly inputs: readonly object[];
  readonly default_config: object;
  readonly config_schema: object;
}

async function nodeTypes(query = ''): Promise<Spec[]> {
  return (await app.call('GET', `/api/catalog/nodes${query}`)).body as Spec[];
}

describe('the catalogue', () => {
  it('lists node types by id, with handles, default config and form', async () => {
    const specs = await nodeTypes();
    const ids = specs.map((spec) => spec.id);
    expect(ids).toEqual([...ids].sort());
    expect(specs.find((spec) => spec.id === 'selectColumns')).toMatchObject({
      category: 'columns',
      provider: 'service.core',
      version: '1.0.0',
      inputs: [{ id: 'in', type: 'dataframe', required: true, multi: false }],
      outputs: [{ id: 'out', type: 'dataframe' }],
      default_config: { columns: [] },
      requires_ml: false,
      config_schema: { fields: [{ key: 'columns', type: 'column_list' }] },
    });
  });

  it.each([
    [
      'sqlInput',
      'incremental_column',
      { connection_id: '', mode: 'table', table: '', schema: null, query: '' },
    ],
    ['pythonTransform', 'deterministic', { script: 'return df' }],
    ['jsTransform', 'deterministic', { script: 'return rows', input: 'rows' }],
  ])('leaves the key of an extension out of the default config of %s', async (id, key, config) => {
    const specs = await nodeTypes();
    const spec = specs.find((one) => one.id === id);
    expect(spec?.default_config).toEqual(config);
    expect(JSON.stringify(spec?.config_schema)).toContain(`"key":"${key}"`);
  });

  it('filters by category, and lists nothing for an unknown category', async () => {
    const inputs = await nodeTypes('?category=input');
    expect(inputs.map((spec) => spec.id)).toContain('fileInput');
    expect(inputs.every((spec) => spec.category === 'input')).toBe(true);
    expect(await nodeTypes('?category=nope')).toEqual([]);
  });

  it('lists the six exporters', async () => {
    const { body } = await app.call('GET', '/api/catalog/exporters');
    expect(
      (body as { id: string; format: string }[]).map(({ id, format }) => [id, format]),
    ).toEqual([
      ['eager-polars', 'python'],
      ['lazy-polars', 'python'],
      ['notebook', 'notebook'],
      ['notebook-eager-polars', 'notebook'],
      ['notebook-lazy-polars', 'notebook'],
      ['python', 'python'],
    ]);
  });

  it('lists the categories in display order', async () => {
    const { body } = await app.call('GET', '/api/catalog/categories');
    expect((body as { id: string }[]).map((category) => category.id)).toEqual(
      'input clean columns reshape analytics quality chart ml output'.split(' '),
    );
  });
});

describe('transformations', () => {
  it('lists the node types that are neither inputs nor outputs, in order', async () => {
    const names = (await app.call('GET', '/api/transformations')).body as string[];
    const specs = await nodeTypes();
    const expected = specs.filter((spec) => !['input', 'output'].includes(spec.category));
    expect(names).toEqual(expected.map((spec) => spec.id));
    expect(names).toContain('selectColumns');
  });

  it.each([
    ['etl', 200],
    ['ml', 200],
    ['all', 422],
  ])('answers the category %s with %d', async (category, status) => {
    expect((await app.call('GET', `/api/transformations?category=${category}`)).status).toBe(
      status,
    );
  });
});
