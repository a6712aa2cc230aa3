import fc from 'fast-check';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { useOf } from '../../../test/support/node-arbitrary.ts';
import { loweredOutput } from '../../../test/support/transform-engines.ts';
import { compileExpression } from '../../expressions/index.ts';
import { nodes } from '../../nodes/index.ts';
import type { Relation } from '../relation.ts';
import { Table } from '../table.ts';
import { relationKey } from './relation-key.ts';

const COLUMNS = [
  { name: 'n', type: 'integer' },
  { name: 'text', type: 'string' },
] as const;
const SOURCE: Relation = { op: 'source', name: 'data', columns: COLUMNS };
const input = (): Table =>
  new Table({ op: 'input', handle: 'in', position: 0, relation: SOURCE, columns: COLUMNS });

function computed(text: string, values: { n?: bigint; localTime?: string } = {}): Table {
  const context = {
    parameters: values.n === undefined ? {} : { n: Number(values.n) },
    localTime: values.localTime ?? '2026-11-22T00:00:00',
  };
  const { root } = compileExpression(text, COLUMNS, context);
  return input().withColumns([{ name: 'new', expression: root }]);
}

const keyOf = ({ relation }: Table): string => relationKey(relation);

describe('the key of a relation', () => {
  it.each(nodes.filter(({ kind }) => kind === 'transform').map((node) => [node.id, node] as const))(
    'is the same for two plans of one %s',
    (id, node) => {
      fc.assert(
        fc.property(useOf(node, { maxRows: 2, pool: 'ordinary' }), ({ inputs, config }) => {
          let keys: readonly string[] = [];
          try {
            keys = [1, 2].map(() => relationKey(loweredOutput(id, inputs, config)));
          } catch {
            fc.pre(false);
          }
          expect(keys[0]).toBe(keys[1]);
        }),
        propertyRuns(10),
      );
    },
  );

  it('does not depend on how the config has a value', () => {
    const select = (field: string): Table => input().select(['n'], field);
    expect(keyOf(select('columns'))).toBe(keyOf(select('others')));
    expect(keyOf(input().drop(['text'], 'columns'))).toBe(keyOf(select('columns')));
    expect(keyOf(computed('n + 1'))).toBe(keyOf(computed('n  +  1')));
  });

  it('depends on the value of a parameter and of the time', () => {
    expect(keyOf(computed('n + {{ n }}', { n: 5n }))).toBe(keyOf(computed('n + 5')));
    expect(keyOf(computed('n + {{ n }}', { n: 5n }))).not.toBe(
      keyOf(computed('n + {{ n }}', { n: 6n })),
    );
    const times = ['2026-11-22T00:00:00', '2026-11-22T00:00:01'];
    const [one, other] = times.map((localTime) => keyOf(computed('now()', { localTime })));
    expect(one).not.toBe(other);
  });

  it.each([
    ['n + 1', 'n - 1'],
    ['n / 1', 'n / 1.5'],
    ['cast(text as integer)', 'cast(text as float)'],
    ['cast(text as integer)', 'try_cast(text as integer)'],
    ['matches(text, "a")', 'matches(text, "b")'],
    ["format_date(now(), '%Y')", "format_date(now(), '%m')"],
    ["'1'", '1'],
    ['0.0', '-0.0'],
  ])('differs between %s and %s', (one, other) => {
    expect(keyOf(computed(one))).not.toBe(keyOf(computed(other)));
  });

  it('differs for other data, columns, rows and names', () => {
    const other: Relation = { ...SOURCE, name: 'other' };
    const keys = [
      relationKey(SOURCE),
      relationKey(other),
      keyOf(input().select(['n'], 'columns')),
      keyOf(input().select(['text', 'n'], 'columns')),
      keyOf(input().rename({ n: 'm' }, 'mapping')),
      keyOf(input().slice({ offset: 0, length: 1 })),
      keyOf(input().slice({ offset: 1, length: 1 })),
      keyOf(input().distinct([], 'first', 'subset')),
      keyOf(input().distinct([], 'last', 'subset')),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('takes time in proportion to the depth of a plan whose parts are shared', () => {
    let table = input();
    for (let depth = 0; depth < 200; depth += 1) {
      table = table.join(table, {
        leftKeys: ['n'],
        rightKeys: ['n'],
        keyFields: ['on', 'on'],
        how: 'semi',
        suffixes: ['_x', '_y'],
      });
    }
    expect(keyOf(table)).toHaveLength(44);
  });
});
