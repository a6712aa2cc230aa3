import type { ColumnType } from '../domain/column.ts';
import type { GraphNode } from '../domain/graph.ts';
import type { JsonObject } from '../domain/json.ts';
import { exportFlow } from './export-flow.ts';

/** What only a script with a strict cast needs. */
const ERROR_CODE = /\b(?:raise|error|reason)\b|\b(?:cast_error|converted|strict_\w+)\(/;

const CASTS: readonly (readonly [ColumnType, ColumnType])[] = [
  ['string', 'integer'],
  ['string', 'float'],
  ['string', 'boolean'],
  ['string', 'datetime'],
  ['float', 'integer'],
  ['integer', 'datetime'],
];

describe('a script with a cast', () => {
  it.each(CASTS)('has no code of errors when a wrong %s becomes null as %s', (from, to) => {
    for (const node of [cast(to, 'coerce'), calculated(`try_cast(value as ${to})`)]) {
      for (const script of scriptsOf(from, node)) expect(script).not.toMatch(ERROR_CODE);
    }
  });

  it.each(CASTS)('raises an error when a wrong %s fails as %s', (from, to) => {
    for (const node of [cast(to, 'raise'), calculated(`cast(value as ${to})`)]) {
      for (const script of scriptsOf(from, node)) expect(script).toMatch(/^ +raise error\(/m);
    }
  });

  it.each(['', '%d.%m.%Y', '%m/%y', '%Y-%m-%d %H:%M %z'])(
    'has code of errors for dates of the format "%s" only if they raise one',
    (format) => {
      for (const script of scriptsOf('string', dates(format, 'coerce'))) {
        expect(script).not.toMatch(ERROR_CODE);
      }
      for (const script of scriptsOf('string', dates(format, 'raise'))) {
        expect(script).toMatch(/^ +raise error\(/m);
      }
    },
  );
});

function cast(to: ColumnType, errors: string): GraphNode {
  return node('castDtypes', { casts: { value: to }, errors });
}

function calculated(expression: string): GraphNode {
  return node('calculatedColumn', { column_name: 'new', expression });
}

function dates(format: string, errors: string): GraphNode {
  return node('parseDates', { columns: ['value'], format, errors });
}

function node(type: string, config: JsonObject): GraphNode {
  return { id: type, type, data: { label: type, config } };
}

/** The scripts of a flow that reads a column and writes it after a step. */
function scriptsOf(type: ColumnType, step: GraphNode): readonly string[] {
  const nodes = [
    node('fileInput', { dataset_id: 'd', format: 'parquet' }),
    step,
    node('fileOutput', { format: 'parquet' }),
  ];
  const edges = nodes
    .slice(1)
    .map(({ id }, index) => ({ source: nodes[index]?.id ?? '', target: id }));
  const {
    code,
    polars,
    polars_lazy: lazy,
  } = exportFlow({
    flowName: 'Nightly',
    graph: { nodes, edges },
    inputs: [
      {
        nodeId: 'fileInput',
        datasetName: 'in.parquet',
        format: 'parquet',
        parseOptions: null,
        irregularities: [],
        columns: [{ name: 'value', type }],
      },
    ],
  });
  return [code, polars, lazy];
}
