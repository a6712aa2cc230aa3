import { CATEGORIES } from '../../runner/nodes/definition.ts';
import { nodes } from '../../runner/nodes/index.ts';
import { chartPictures } from './chart-pictures.ts';
import { dateTexts } from './date-texts.ts';
import { markdownTable } from './markdown.ts';
import { namedRules } from './named-rules.ts';

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

/** Renders the list of all node types, by category; each has a page of its own. */
export function nodesReference(): string {
  const byCategory = CATEGORIES.flatMap((category) =>
    nodes.filter((node) => node.category === category),
  );
  return [
    '# Node types',
    'A flow is a graph of nodes. Each node has a type and a `config`; a missing key of the config means its default. An edge goes from the output of one node to an input of another; where a node has several inputs, `targetHandle` names one.',
    `\`\`\`json\n${EXAMPLE_TEXT}\n\`\`\``,
    'Text in a config can name a parameter of the flow: `{{ name }}`. In expressions ([reference](expressions.md)) a parameter is a typed value, never pasted text.',
    'Engines and exported scripts return equal rows, but for floats that rounding decides. Sums, means, deviations, variances and products may differ in the last digits, since each library adds in its own order: sums of n values x by at most n · 2⁻⁵² · Σ|x|. Deviations and variances of values far from 0 beside their spread, such as milliseconds since 1970 within a second, may differ in earlier digits: a variance by the square of n · 2⁻⁵² · |mean| / deviation. Functions such as `exp` or `sin` may differ by 1e-12 of the value. A zero that an aggregate returns may have either sign, since 0 and -0 are equal. Deviations and variances of values beyond 1e154, whose squares exceed the range of floats, may be null or inexact. CSV, TSV and JSON files of pandas scripts have floats below 0.0001 in the form of Python, `5e-05` for `0.00005`: the numbers are equal. Where a float becomes text, in a cast, a joined text or a `.txt` file, scripts have the text of a run. With Python before 3.13, pandas writes a text with a lone carriage return without quotes, and a reader takes it for two lines; polars quotes it. A script would need arithmetic of its own for each of them, instead of the methods of pandas and polars.',
    markdownTable(
      ['type', 'name', 'category', 'what it does'],
      byCategory.map((node) => [
        `[${node.id}](nodes/${node.id}.md)`,
        node.label,
        node.category,
        node.description,
      ]),
    ),
    ...namedRules(),
    ...chartPictures(),
    ...dateTexts(),
  ].join('\n\n');
}
