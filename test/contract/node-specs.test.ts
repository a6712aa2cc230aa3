import { startTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let specs: readonly Record<string, unknown>[];
let categories: readonly string[];

beforeAll(async () => {
  app = await startTestApp();
  specs = (await app.call('GET', '/api/catalog/nodes')).body as Record<string, unknown>[];
  const listed = (await app.call('GET', '/api/catalog/categories')).body as { id: string }[];
  categories = listed.map(({ id }) => id);
  expect(specs.length).toBeGreaterThan(10);
});

afterAll(() => app.close());

const text = expect.stringMatching(/./) as string;
const handles = (spec: Record<string, unknown>): Record<string, unknown>[] => [
  ...(spec.inputs as Record<string, unknown>[]),
  ...(spec.outputs as Record<string, unknown>[]),
];

describe('every node type has', () => {
  it.each([
    ['id', text],
    ['label', text],
    ['category', text],
    ['description', text],
    ['provider', 'service.core'],
    ['version', '1.0.0'],
    ['inputs', expect.any(Array)],
    ['outputs', expect.any(Array)],
    ['default_config', expect.any(Object)],
    ['capabilities', []],
    ['permissions', []],
    ['requires_ml', expect.any(Boolean)],
    ['is_model_sink', expect.any(Boolean)],
    ['is_flow_terminal', expect.any(Boolean)],
    ['available', expect.any(Boolean)],
    ['config_schema', { fields: expect.any(Array) as unknown }],
  ])('%s', (field, value) => {
    for (const spec of specs) expect(spec).toMatchObject({ [field]: value });
  });

  it('a category of the palette', () => {
    expect(specs.filter((spec) => !categories.includes(String(spec.category)))).toEqual([]);
  });
});

describe('every handle has', () => {
  it.each([
    ['id', text],
    ['type', expect.stringMatching(/^(dataframe|model)$/)],
    ['required', expect.any(Boolean)],
    ['multi', expect.any(Boolean)],
  ])('%s', (field, value) => {
    for (const handle of specs.flatMap(handles)) expect(handle).toMatchObject({ [field]: value });
  });

  it('"in" and "out", unless there are several', () => {
    const single = specs.filter((spec) => (spec.inputs as unknown[]).length === 1);
    expect(single.flatMap((spec) => spec.inputs as { id: string }[]).map(({ id }) => id)).toEqual(
      single.map(() => 'in'),
    );
    const join = specs.find((spec) => spec.id === 'join');
    expect((join?.inputs as { id: string }[]).map(({ id }) => id)).toEqual(['left', 'right']);
  });
});
