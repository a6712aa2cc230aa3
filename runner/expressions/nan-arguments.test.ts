import { ARBITRARY_COLUMNS } from '../../test/support/expression-arbitrary.ts';
import { onBothEngines, type Cell } from '../../test/support/expression-engines.ts';
import { ExpressionError } from './expression-error.ts';
import { FUNCTIONS } from './functions/index.ts';

/** Two forms of the same null: a computation whose float is NaN, and a float column without a value. */
const COMPUTED = 'sqrt(x)';
const COLUMN = 'y';
const rows: readonly (readonly Cell[])[] = [
  [3n, 4n, -1, null, 'a', 'b', true, 0n],
  [3n, 4n, -Infinity, null, '', 'b', false, 0n],
];

const calls = Object.entries(FUNCTIONS).flatMap(
  ([
    name,
    {
      parameters: [least, most],
    },
  ]) =>
    [...new Set([least, least + 1, Math.min(most, least + 2)])]
      .filter((count) => count >= 1 && count <= most)
      .flatMap((count) =>
        Array.from({ length: count }, (_, place) => (cell: string): string => {
          const others = ['p', 'x', '2'].find((other) =>
            compiles(write(name, { count, place, cell, other })),
          );
          return write(name, { count, place, cell, other: others ?? '2' });
        }),
      ),
);

interface CallForm {
  readonly count: number;
  readonly place: number;
  readonly cell: string;
  readonly other: string;
}

function write(name: string, { count, place, cell, other }: CallForm): string {
  return `${name}(${Array.from({ length: count }, (_, at) => (at === place ? cell : other)).join(', ')})`;
}

const operators = [
  'cell + x',
  'x - cell',
  '-cell',
  'cell * cell',
  'x / cell',
  'cell % 2',
  'cell ** 0',
  '1 ** cell',
]
  .concat([
    'cell == cell',
    'cell != x',
    'cell < x',
    'x >= cell',
    'cell in (1, 2)',
    'cell not in (1, 2)',
  ])
  .map(
    (form) =>
      (cell: string): string =>
        form.replaceAll('cell', cell),
  );

function compiles(text: string): boolean {
  try {
    onBothEngines(text, { columns: ARBITRARY_COLUMNS, rows: [] });
    return true;
  } catch (error) {
    if (error instanceof ExpressionError) return false;
    throw error;
  }
}

const accepted = [...calls, ...operators].filter((form) => compiles(form(COMPUTED)));

it('has a call of most functions, which take numbers', () => {
  expect(accepted.length).toBeGreaterThan(60);
});

it.each(accepted.map((form) => [form(COMPUTED), form(COLUMN)]))(
  '%s treats NaN as null, on both engines',
  (computed, column) => {
    const on = (text: string) => onBothEngines(text, { columns: ARBITRARY_COLUMNS, rows });
    expect(on(computed)).toEqual(on(column));
  },
);
