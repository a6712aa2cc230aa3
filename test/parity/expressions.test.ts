import type { ExampleTable } from '../../runner/nodes/definition.ts';
import {
  EXPRESSION_CASES,
  EXPRESSION_COLUMNS,
  EXPRESSION_PARAMETERS,
  EXPRESSION_ROWS,
} from '../fixtures/expression-cases.ts';
import { checkCases } from './check-cases.ts';
import { chain, type ParityCase } from './parity-case.ts';
import { parityPython } from './parity-python.ts';

/** Expressions per flow, each a calculated column, since starting Python takes longer than running them. */
const EXPRESSIONS_A_FLOW = 8;

const python = await parityPython();

const input: ExampleTable = {
  columns: EXPRESSION_COLUMNS,
  rows: EXPRESSION_ROWS.map((row) =>
    row.map((cell, index) =>
      EXPRESSION_COLUMNS[index]?.type === 'datetime' && typeof cell === 'bigint'
        ? isoText(cell)
        : cell,
    ),
  ),
};

function isoText(microseconds: bigint): string {
  const milliseconds = Number(microseconds / 1000n) - (microseconds < 0n ? 1 : 0);
  const rest = microseconds - BigInt(milliseconds) * 1000n;
  const text = new Date(milliseconds).toISOString().replace('Z', '');
  return rest === 0n ? text : `${text}${rest.toString().padStart(3, '0')}`;
}

const texts = EXPRESSION_CASES.map(([text]) => text);
const groups = Array.from({ length: Math.ceil(texts.length / EXPRESSIONS_A_FLOW) }, (_, index) =>
  texts.slice(index * EXPRESSIONS_A_FLOW, (index + 1) * EXPRESSIONS_A_FLOW),
);

const cases = groups.map((group): ParityCase => ({
  name: group.join('  ·  '),
  inputs: [{ nodeId: 'in', name: 'table.parquet', table: input }],
  graph: chain(
    'parquet',
    group.map((expression, index) => ({
      type: 'calculatedColumn',
      config: { column_name: `result ${index}`, expression },
    })),
    [
      { name: 'k', type: 'integer', default: EXPRESSION_PARAMETERS.k },
      { name: 'nm', type: 'string', default: EXPRESSION_PARAMETERS.nm },
    ],
  ),
}));

checkCases('every expression', cases, python);
