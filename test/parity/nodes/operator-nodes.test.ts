import fc from 'fast-check';
import type { JsonObject } from '../../../runner/domain/json.ts';
import { columnOf } from '../../support/frame-arbitrary.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { operatorSubjects, usesOf } from './operator-nodes.ts';

const SAMPLE = { ...propertyRuns(3), numRuns: 3 };

describe.each(operatorSubjects().map((subject) => [subject.title, subject] as const))(
  '%s',
  (_title, subject) => {
    it('is in configs that are generated for that node, also for tables of 300 columns', () => {
      for (const isWide of [false, true]) {
        const tables = { minRows: 1, maxRows: 3, pool: 'ordinary', isWide } as const;
        const uses = fc.sample(usesOf(subject, tables), SAMPLE);
        for (const { inputs } of uses) {
          const [first] = Object.values(inputs)[0] ?? [];
          expect(first?.length).toBeGreaterThan(0);
          if (isWide) expect(first?.names.length).toBeGreaterThan(300);
        }
      }
    });
  },
);

it('is not treated as shown by a config whose plan lacks it, or that is refused', () => {
  const shown = operatorSubjects().find(({ title }) => title === 'pivot of pivot');
  const [index, columns, values] = ['i', 'c', 'v'];
  const frame = {
    length: 1,
    names: [index, columns, values],
    columns: [columnOf('string', ['a']), columnOf('string', ['x']), columnOf('integer', [1n])],
  };
  const config = { index: [index], columns, values, aggfunc: 'sum' };
  const concerns = (heads: JsonObject) =>
    shown?.concerns({ inputs: { in: [frame] }, config: { ...config, ...heads } });
  expect(concerns({ heads: ['x'] })).toBe(true);
  // Only its execution shows the columns.
  expect(concerns({})).toBe(false);
  expect(concerns({ heads: ['x'], values: 'unknown' })).toBe(false);
});
