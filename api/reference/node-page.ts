import { exactJson } from '../../runner/domain/exact-json.ts';
import { exampleRejection } from '../../runner/graph/example-rejection.ts';
import type { AnyNode, ConfigField, NodeExample } from '../../runner/nodes/definition.ts';
import { code, markdownTable } from './markdown.ts';
import { rulesOf } from './named-rules.ts';
import { nodeCode } from './node-code.ts';
import { nodeExamples } from './node-examples.ts';

/** Renders the page of a node type: config, worked examples, and the Python that it is exported as. */
export function nodePage(node: AnyNode): string {
  return [
    `# ${node.id}`,
    `**${node.label}** (${node.category}). ${node.description}`,
    handles(node),
    '## Config',
    node.fields.length === 0 ? 'It has no config.' : fieldTable(node),
    `Default config: ${code(exactJson.stringify(node.defaultConfig))}`,
    ...(node.kind === 'transform' ? worked(node) : nodeCode(node)),
    '[All node types](../nodes.md)',
  ].join('\n\n');
}

function worked(node: AnyNode): string[] {
  if (node.examples.length === 0) return [];
  const rejections = node.examples.map((example) => ({
    example,
    error: exampleRejection(node, example),
  }));
  const accepted = rejections.filter(({ error }) => error === null);
  return [
    '## Examples',
    'Both engines and the exported scripts give these tables; a test runs each.',
    ...nodeExamples(accepted.map(({ example }) => example)),
    ...rejected(rejections),
    ...nodeCode(node),
  ];
}

interface Rejection {
  readonly example: NodeExample;
  readonly error: string | null;
}

/** The configs that the node rejects before it reads a row, with the texts that users see. */
function rejected(rejections: readonly Rejection[]): string[] {
  const rows = rejections.flatMap(({ example, error }) => {
    const { title, config } = example;
    return error === null
      ? []
      : [[title, code(exactJson.stringify(config)), code(error), rulesOf(example)]];
  });
  if (rows.length === 0) return [];
  return [
    '## What it rejects',
    'Validation and runs give these errors for the inputs of the examples; a test compares each.',
    markdownTable(['mistake', 'config', 'error', '[rules](../nodes.md#rules)'], rows),
  ];
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
