// Operations of danfojs on small nasty tables and on many rows.
import type { DataFrame, Library } from './danfo-library.ts';

export interface Probe {
  readonly operation: string;
  /** A small nasty table and the correct result. */
  readonly nasty: readonly (readonly [string, (danfo: Library) => unknown, unknown])[];
  /** The same operation on many rows. */
  readonly large?: (frame: DataFrame, danfo: Library) => unknown;
}

const BIG = 2 ** 53;

export const PROBES: readonly Probe[] = [
  {
    operation: 'construct, read back',
    nasty: [
      ['nulls', (danfo) => cells(new danfo.DataFrame({ a: [1, null, 3] })), [[1], [null], [3]]],
      ['NaN is null', (danfo) => cells(new danfo.DataFrame({ a: [1, NaN] })), [[1], [null]]],
      [
        '2^53+1',
        (danfo) =>
          cells(new danfo.DataFrame({ a: [BigInt(BIG) + 1n] }))
            .flat()
            .map(String),
        ['9007199254740993'],
      ],
      ['no rows', (danfo) => new danfo.DataFrame([], { columns: ['a', 'b'] }).shape, [0, 2]],
      [
        'late float',
        (danfo) =>
          new danfo.DataFrame({ a: [...new Array<number>(50).fill(1), 2.5] }).ctypes.values,
        ['float32'],
      ],
    ],
    large: (frame, danfo) => new danfo.DataFrame({ v: frame.column('v').values }),
  },
  {
    operation: 'select columns',
    nasty: [
      [
        'odd names',
        (danfo) =>
          cells(new danfo.DataFrame({ 'a b': [1], shape: [2] }).loc({ columns: ['shape'] })),
        [[2]],
      ],
    ],
    large: (frame) => frame.loc({ columns: ['v'] }),
  },
  {
    operation: 'filter by mask',
    nasty: [
      [
        'null drops',
        (danfo) => {
          const frame = new danfo.DataFrame({ a: [1, null, 3] });
          return cells(frame.query(frame.column('a').gt(0)));
        },
        [[1], [3]],
      ],
      [
        'no row left',
        (danfo) => {
          const frame = new danfo.DataFrame({ a: [1, 2] });
          return frame.query(frame.column('a').gt(5)).shape;
        },
        [0, 1],
      ],
    ],
    large: (frame) => frame.query(frame.column('v').gt(0.5)),
  },
  {
    operation: 'arithmetic',
    nasty: [
      [
        '2^24+1 plus 1',
        (danfo) => cells(new danfo.DataFrame({ a: [2 ** 24 + 1] }).add(1)),
        [[2 ** 24 + 2]],
      ],
      ['null stays null', (danfo) => new danfo.Series([1, null]).add(1).values, [2, null]],
    ],
    large: (frame) => frame.column('v').mul(2),
  },
  {
    operation: 'sortValues',
    nasty: [
      [
        'nulls last',
        (danfo) => cells(new danfo.DataFrame({ a: [2, null, 1] }).sortValues('a')),
        [[1], [2], [null]],
      ],
      [
        'no rows',
        (danfo) => new danfo.DataFrame([], { columns: ['a'] }).sortValues('a').shape,
        [0, 1],
      ],
      [
        'stable descending',
        (danfo) =>
          cells(
            new danfo.DataFrame({ a: [1, 2, 1, 2], i: [0, 1, 2, 3] }).sortValues('a', {
              ascending: false,
            }),
          ),
        [
          [2, 1],
          [2, 3],
          [1, 0],
          [1, 2],
        ],
      ],
      [
        'text by code point',
        (danfo) =>
          cells(new danfo.DataFrame({ a: ['\uffee', '\u{1f600}', 'a'] }).sortValues('a')).flat(),
        ['a', '\uffee', '\u{1f600}'],
      ],
    ],
    large: (frame) => frame.sortValues('v'),
  },
  {
    operation: 'groupby, sum',
    nasty: [
      [
        'two keys with "-"',
        (danfo) =>
          new danfo.DataFrame({ k: ['a-b', 'a'], l: ['c', 'b-c'], v: [1, 2] })
            .groupby(['k', 'l'])
            .sum().shape[0],
        2,
      ],
      [
        'null is a key',
        (danfo) => cells(new danfo.DataFrame({ k: ['a', null], v: [1, 2] }).groupby(['k']).sum()),
        [
          ['a', 1],
          [null, 2],
        ],
      ],
      [
        '2^53+1 and 1',
        (danfo) =>
          cells(
            new danfo.DataFrame({ k: ['a', 'a'], v: [BigInt(BIG) + 1n, 1n] }).groupby(['k']).sum(),
          ).map((row) => row.map(String)),
        [['a', '9007199254740994']],
      ],
      [
        'no rows',
        (danfo) => new danfo.DataFrame([], { columns: ['k', 'v'] }).groupby(['k']).sum().shape,
        [0, 2],
      ],
      [
        'nulls are skipped',
        (danfo) => cells(new danfo.DataFrame({ k: ['a', 'a'], v: [1, null] }).groupby(['k']).sum()),
        [['a', 1]],
      ],
    ],
    large: (frame) =>
      frame
        .loc({ columns: ['k', 'v'] })
        .groupby(['k'])
        .sum(),
  },
  {
    operation: 'merge',
    nasty: [
      [
        'null matches nothing',
        (danfo) =>
          danfo.merge({
            left: new danfo.DataFrame({ k: [1, null], a: [1, 2] }),
            right: new danfo.DataFrame({ k: [1, null], b: [3, 4] }),
            on: ['k'],
            how: 'inner',
          }).shape[0],
        1,
      ],
      [
        'both sides get suffixes',
        (danfo) =>
          danfo.merge({
            left: new danfo.DataFrame({ k: [1], a: [1] }),
            right: new danfo.DataFrame({ k: [1], a: [3] }),
            on: ['k'],
            how: 'left',
          }).columns,
        ['k', 'a_x', 'a_y'],
      ],
    ],
    large: (frame, danfo) =>
      danfo.merge({ left: frame, right: frame.head(1000), on: ['k'], how: 'left' }),
  },
  {
    operation: 'concat rows',
    nasty: [
      [
        'columns meet by name',
        (danfo) =>
          cells(
            danfo.concat({
              dfList: [new danfo.DataFrame({ a: [1] }), new danfo.DataFrame({ b: [2] })],
              axis: 0,
            }),
          ),
        [
          [1, null],
          [null, 2],
        ],
      ],
      [
        'index of a frame with itself',
        (danfo) => {
          const frame = new danfo.DataFrame({ a: [1, 2] });
          return danfo.concat({ dfList: [frame, frame], axis: 0 }).index;
        },
        [0, 1, 2, 3],
      ],
    ],
    large: (frame, danfo) => danfo.concat({ dfList: [frame, frame], axis: 0 }),
  },
  {
    operation: 'fillNa',
    nasty: [
      [
        'the source is unchanged',
        (danfo) => {
          const frame = new danfo.DataFrame({ a: [1, null], b: [1, 2] });
          frame.fillNa([0], { columns: ['a'] });
          return cells(frame);
        },
        [
          [1, 1],
          [null, 2],
        ],
      ],
    ],
    large: (frame) => frame.fillNa(0),
  },
  {
    operation: 'describe',
    nasty: [
      [
        'beside a null',
        (danfo) => cells(new danfo.DataFrame({ a: [1, null, 3] }).describe())[0],
        [2],
      ],
    ],
  },
];

function cells(frame: { readonly values: unknown }): unknown[][] {
  return frame.values as unknown[][];
}
