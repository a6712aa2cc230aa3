import fc from 'fast-check';
import {
  anyExpression,
  anyStrictCast,
  ARBITRARY_COLUMNS,
} from '../support/expression-arbitrary.ts';
import { onBothEngines, type Cell } from '../support/expression-engines.ts';
import { checkCases } from './check-cases.ts';
import { chain, type ParityCase } from './parity-case.ts';
import { parityPython } from './parity-python.ts';
import { propertyFactor, propertyRuns } from '../support/property-runs.ts';

/** `npm test` uses fixed expressions; larger sample counts use a new seed, which the titles contain. */
const SEED = propertyFactor() === 1 ? 1 : Math.floor(Math.random() * 2 ** 31);
const SAMPLE = { ...propertyRuns(240), seed: SEED };
/** Starting Python takes longer than a column. */
const EXPRESSIONS_A_FLOW = 8;

/** Datetimes as microseconds beside their text. */
const INSTANTS: ReadonlyMap<string, bigint> = new Map([
  ['2024-02-29T00:00:00.5', 1_709_164_800_500_000n],
  ['1969-12-31T23:59:59.999999', -1n],
  ['0001-01-01T00:00:00', -62_135_596_800_000_000n],
]);

const ROWS: readonly (readonly Cell[])[] = [
  [1, -3, 0.5, 2, 'a', 'Ab', true, '2024-02-29T00:00:00.5'],
  [0, 7, -2.5, null, 'straße', '', false, '1969-12-31T23:59:59.999999'],
  [null, 2, 1e16, 1e-7, '10', ' 2.0 ', null, null],
  [-10, null, null, 1.5, null, 'true', true, '0001-01-01T00:00:00'],
  [9_007_199_254_740_993n, 1, 0, 0, '2024-02-29', null, false, '2024-02-29T00:00:00.5'],
  [3, 3, 123456.789, 123456.789, 'é', 'é', true, null],
];

/** The message of the failure on the polars engine; null if the expression works. */
function failure(expression: string): string | null {
  const rows = ROWS.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? (INSTANTS.get(cell) ?? cell) : cell)),
  );
  const { polars } = onBothEngines(expression, { columns: ARBITRARY_COLUMNS, rows });
  const first = String(polars[0]);
  return first.startsWith('fails') ? first : null;
}

const expressions = fc.sample(anyExpression, SAMPLE).filter((one) => failure(one) === null);

const workingCases = Array.from(
  { length: Math.ceil(expressions.length / EXPRESSIONS_A_FLOW) },
  (_, flow): ParityCase => {
    const own = expressions.slice(flow * EXPRESSIONS_A_FLOW, (flow + 1) * EXPRESSIONS_A_FLOW);
    return {
      name: `${flow}: ${own.join('  ·  ')}`,
      inputs: [
        { nodeId: 'in', name: 'table.parquet', table: { columns: ARBITRARY_COLUMNS, rows: ROWS } },
      ],
      graph: chain(
        'parquet',
        own.map((expression, index) => ({
          type: 'calculatedColumn',
          config: { column_name: `result ${index}`, expression },
        })),
      ),
    };
  },
);

/** A strict cast fails in each engine and script; an integer beyond 64 bits only in the engines. */
const failing = fc
  .sample(anyStrictCast, { ...propertyRuns(40), seed: SEED })
  .filter((one) => failure(one) !== null && !/overflow|beyond 64 bits/i.test(failure(one) ?? ''));

/** A later node drops the column, which must not keep the cast from failing. */
const failingCases = failing.map((expression, index): ParityCase => ({
  name: `failure ${index}: ${expression}`,
  inputs: [
    { nodeId: 'in', name: 'table.parquet', table: { columns: ARBITRARY_COLUMNS, rows: ROWS } },
  ],
  graph: chain('parquet', [
    { type: 'calculatedColumn', config: { column_name: 'result', expression } },
    ...(index % 2 === 0 ? [{ type: 'dropColumns', config: { columns: ['result'] } }] : []),
  ]),
  error: /^calculatedColumn \(step1\): /,
}));

const cases = [...workingCases, ...failingCases];

checkCases(
  SEED === 1 ? 'any expression' : `any expression of seed ${SEED}`,
  cases,
  await parityPython(),
);
