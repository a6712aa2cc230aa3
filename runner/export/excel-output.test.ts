import type { ColumnType } from '../domain/column.ts';
import { exportFlow } from './export-flow.ts';
import type { FlowExport } from './export-request.ts';

/** The scripts of a flow that writes a column to an Excel file. */
function written(type: ColumnType): FlowExport {
  return exportFlow({
    flowName: 'Sheet',
    graph: {
      nodes: [
        { id: 'in', type: 'fileInput', data: { config: { dataset_id: 'd', format: 'parquet' } } },
        { id: 'out', type: 'fileOutput', data: { config: { format: 'excel' } } },
      ],
      edges: [{ source: 'in', target: 'out' }],
    },
    inputs: [
      {
        nodeId: 'in',
        datasetName: 'rows.parquet',
        format: 'parquet',
        parseOptions: null,
        columns: [{ name: 'x', type }],
      },
    ],
  });
}

const RULES: readonly (readonly [ColumnType, readonly string[]])[] = [
  ['integer', ['integer_cell']],
  ['float', ['float_cell', 'ExactFloat']],
  ['datetime', ['datetime_cell']],
  ['string', ['text_cell']],
  ['boolean', []],
  ['null', []],
];

describe.each(['code', 'polars', 'polars_lazy'] as const)('the script "%s"', (script) => {
  it.each(RULES)('has for a sheet of a column of type %s only the rules %j', (type, rules) => {
    const code = written(type)[script];
    const found = RULES.flatMap(([, names]) => names).filter((name) => code.includes(name));
    expect(found).toEqual(rules);
  });
});
