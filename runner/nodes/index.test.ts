import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CATEGORIES, type AnyNode } from './definition.ts';
import { checkConfig } from '../graph/node-config.ts';
import { nodeOfType, nodes, toNodeSpec } from './index.ts';

const folder = import.meta.dirname;

describe('the registry of node types', () => {
  it('is sorted by id without duplicates', () => {
    const ids = nodes.map((node) => node.id);
    expect(ids).toEqual([...new Set(ids)].sort());
  });

  it('has every node file, in the folder of its category and named after its id in kebab case', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(definesNode);
    expect(files.sort()).toEqual(
      nodes.map(({ category, id }) => join(category, `${kebabCase(id)}.ts`)).sort(),
    );
  });

  it('finds a node by its id and returns undefined for any other text', () => {
    expect(nodeOfType('selectColumns')?.id).toBe('selectColumns');
    expect(nodeOfType('constructor')).toBeUndefined();
  });

  it('shows the casts of castDtypes as a mapping of columns to types', () => {
    const fields = nodeOfType('castDtypes')?.fields ?? [];
    expect(fields.find(({ key }) => key === 'casts')?.type).toBe('mapping');
  });
});

describe.each(nodes.map((node): [string, AnyNode] => [node.id, node]))('%s', (_id, node) => {
  const spec = toNodeSpec(node);

  it('has a label, a description and a known category', () => {
    expect(node.label).toMatch(/^[A-Z]/);
    expect(node.description).toMatch(/^[A-Z].{20,}\.$/s);
    expect(CATEGORIES).toContain(node.category);
  });

  it('has well-formed handles for its kind', () => {
    for (const handles of [node.inputs, node.outputs]) {
      const ids = handles.map((handle) => handle.id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const id of ids) expect(id).toMatch(/^[a-z][a-z_]*$/);
    }
    expect(node.inputs.length === 0).toBe(node.kind === 'input');
    expect(node.outputs.length === 0).toBe(node.kind === 'output');
  });

  it('has exactly one form field for every key of its default config', () => {
    const keys = spec.config_schema.fields.map((field) => field.key);
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of Object.keys(spec.default_config)) expect(keys).toContain(key);
  });

  it('lists options for select fields only, including the default', () => {
    for (const field of node.fields) {
      expect(field.options !== undefined).toBe(field.type === 'select');
      if (field.options === undefined || field.default === undefined) continue;
      expect(field.options).toContain(field.default);
    }
  });

  it('has the same defaults in the form as in the default config', () => {
    for (const field of node.fields) {
      if (field.default === undefined) continue;
      expect(node.defaultConfig[field.key]).toEqual(field.default);
    }
  });

  it('has form fields for all expression keys', () => {
    const keys = node.fields.map((field) => field.key);
    for (const key of node.expressionKeys) expect(keys).toContain(key);
  });

  it('has a catalogue entry that is valid JSON', () => {
    expect(JSON.parse(JSON.stringify(spec))).toEqual(spec);
  });

  if (node.kind !== 'transform') return;
  it('has at least one example with rows', () => {
    expect(node.examples.some(({ expected }) => 'rows' in expected)).toBe(true);
  });

  it.each(node.examples.map((example) => [example.title, example] as const))(
    'accepts the config of its example "%s"',
    (_title, example) => {
      const read = checkConfig(node, example.config, {});
      if ('rows' in example.expected) expect(read).toMatchObject({ ok: true });
    },
  );
});

function definesNode(file: string): boolean {
  if (!file.endsWith('.ts') || file.endsWith('.test.ts')) return false;
  return /^export const \w+ = define\w*Node\(/m.test(readFileSync(join(folder, file), 'utf8'));
}

function kebabCase(id: string): string {
  return id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
