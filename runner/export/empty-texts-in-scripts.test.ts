import { exportFlow } from './export-flow.ts';
import type { GraphNode } from '../domain/graph.ts';
import type { FileFormat } from '../domain/file-format.ts';
import type { JsonObject } from '../domain/json.ts';

const HELPER = 'write_csv(';

describe('a pandas script that writes a CSV file', () => {
  it.each([
    ['a copied text', 'city'],
    ['the text of a number', 'cast(id as string)'],
    ['a text in upper case', 'upper(city)'],
    ['a text beside a constant', 'city + " (" + cast(id as string) + ")"'],
    ['a choice between texts', 'case when id > 3 then "many" else city end'],
    ['no text', 'length(trim(city))'],
  ])('uses to_csv for %s of a CSV file', (_title, expression) => {
    expect(scriptOf('csv', expression)).not.toContain(HELPER);
  });

  it.each([
    ['a trimmed text', 'csv', 'trim(city)'],
    ['a constant that is empty', 'csv', 'coalesce(city, "")'],
    ['a part of a text', 'csv', 'upper(substr(city, 1, 2))'],
    ['a text of a Parquet file', 'parquet', 'city'],
    ['a text of a JSON file', 'json', 'upper(city)'],
  ] as const)('uses a function that keeps empty texts for %s', (_title, format, expression) => {
    expect(scriptOf(format, expression)).toContain(HELPER);
  });

  it('uses to_csv for a single column, in which a run writes null like an empty text', () => {
    expect(scriptOf('parquet', 'trim(city)', ['new'])).not.toContain(HELPER);
  });
});

function node(type: string, config: JsonObject): GraphNode {
  return { id: type, type, data: { label: type, config } };
}

function scriptOf(format: FileFormat, expression: string, columns = ['id', 'new']): string {
  const nodes = [
    node('fileInput', { dataset_id: 'd', format }),
    node('calculatedColumn', { column_name: 'new', expression }),
    node('selectColumns', { columns }),
    node('fileOutput', { format: 'csv' }),
  ];
  const edges = nodes
    .slice(1)
    .map(({ id }, index) => ({ source: nodes[index]?.id ?? '', target: id }));
  return exportFlow({
    flowName: 'Nightly',
    graph: { nodes, edges },
    inputs: [
      {
        nodeId: 'fileInput',
        datasetName: `in.${format}`,
        format,
        parseOptions: null,
        irregularities: [],
        columns: [
          { name: 'id', type: 'integer' },
          { name: 'city', type: 'string' },
        ],
      },
    ],
  }).code;
}
