import { exactJson } from '../../runner/domain/exact-json.ts';
import { CATEGORIES, type AnyNode, type ConfigField } from '../../runner/nodes/definition.ts';
import { nodes } from '../../runner/nodes/index.ts';
import { code, markdownTable } from './markdown.ts';
import { nodeExamples } from './node-examples.ts';

const node = (id: string, type: string, config: object): object => ({ id, type, data: { config } });

/** An example of `graph_json`. */
const EXAMPLE = {
  nodes: [
    node('orders', 'fileInput', { dataset_id: 'ID-OF-A-DATASET', format: 'csv' }),
    node('shops', 'fileInput', { dataset_id: 'ID-OF-ANOTHER', format: 'csv' }),
    node('large', 'filterRows', { column: 'amount', operator: '>=', value: '{{ least }}' }),
    node('beside', 'join', { on: ['shop'], how: 'left' }),
    node('out', 'fileOutput', { format: 'csv' }),
  ],
  edges: [
    { source: 'orders', target: 'large' },
    { source: 'large', target: 'beside', targetHandle: 'left' },
    { source: 'shops', target: 'beside', targetHandle: 'right' },
    { source: 'beside', target: 'out' },
  ],
  parameters: [{ name: 'least', type: 'number', default: 100 }],
};

/** One node or edge per line. */
const EXAMPLE_TEXT = `{\n${Object.entries(EXAMPLE)
  .map(([key, items]) => {
    const lines = items.map((item) => `    ${JSON.stringify(item)}`).join(',\n');
    return `  "${key}": [\n${lines}\n  ]`;
  })
  .join(',\n')}\n}`;

/** Renders the documentation of all node types as Markdown, by category. */
export function nodesReference(): string {
  const byCategory = CATEGORIES.flatMap((category) =>
    nodes.filter((node) => node.category === category),
  );
  return [
    '# Node types',
    'A flow is a graph of nodes. Each node has a type and a `config`; a missing key of the config means its default. An edge goes from the output of one node to an input of another; where a node has several inputs, `targetHandle` names one.',
    `\`\`\`json\n${EXAMPLE_TEXT}\n\`\`\``,
    'Text in a config can name a parameter of the flow: `{{ name }}`. In expressions ([reference](expressions.md)) a parameter is a typed value, never pasted text.',
    markdownTable(
      ['type', 'name', 'category', 'what it does'],
      byCategory.map((node) => [
        `[${node.id}](#${node.id.toLowerCase()})`,
        node.label,
        node.category,
        node.description,
      ]),
    ),
    ...byCategory.map(nodeSection),
  ].join('\n\n');
}

function nodeSection(node: AnyNode): string {
  return [
    `## ${node.id}`,
    `**${node.label}** (${node.category}). ${node.description}`,
    handles(node),
    node.fields.length === 0 ? 'It has no config.' : fieldTable(node),
    `Default config: ${code(exactJson.stringify(node.defaultConfig))}`,
    ...(node.kind === 'transform' ? nodeExamples(node.examples) : []),
  ].join('\n\n');
}

function handles({ inputs, outputs }: AnyNode): string {
  const ins = inputs.map(({ id, multi, required }) => {
    const notes = [...(multi ? ['several edges'] : []), ...(required ? [] : ['optional'])];
    return notes.length === 0 ? code(id) : `${code(id)} (${notes.join(', ')})`;
  });
  const outs = outputs.map(({ id }) => code(id));
  const list = (items: readonly string[]): string =>
    items.length === 0 ? 'none' : items.join(', ');
  return `Inputs: ${list(ins)}. Outputs: ${list(outs)}.`;
}

function fieldTable(node: AnyNode): string {
  return markdownTable(
    ['key', 'type', 'required', 'default', 'meaning'],
    node.fields.map((field) => [
      code(field.key),
      field.type,
      field.required ? 'yes' : 'no',
      field.default === undefined ? '' : code(exactJson.stringify(field.default)),
      meaning(field),
    ]),
  );
}

function meaning({ label, help, options, min, max }: ConfigField): string {
  const choices = options?.map(code).join(', ');
  return [
    `${label}.`,
    ...(help === undefined ? [] : [help]),
    ...(choices === undefined ? [] : [`One of ${choices}.`]),
    ...(min === undefined ? [] : [`At least ${min}.`]),
    ...(max === undefined ? [] : [`At most ${max}.`]),
  ].join(' ');
}
