import fc from 'fast-check';
import { PLAN_ENGINES } from '../../test/support/evaluate-plan.ts';
import { cellsOf, frameOf } from '../../test/support/frame-arbitrary.ts';
import { PLAN_COLUMNS, planOf } from '../../test/support/plan-arbitrary.ts';
import { propertyRuns } from '../../test/support/property-runs.ts';
import type { Frame } from '../engines/pandas/frame.ts';
import { columnsOfEmptyTexts } from './empty-texts.ts';

const [, evaluate] = PLAN_ENGINES[0]!;

describe('the columns that may have an empty text', () => {
  it('contain each column in which a plan returns one', () => {
    let found = 0;
    const frames = fc.tuple(
      frameOf(PLAN_COLUMNS, 12).map(withoutEmptyTexts),
      frameOf(PLAN_COLUMNS),
    );
    fc.assert(
      fc.property(planOf(8, false), frames, ({ relation }, inputs) => {
        const { names, columns } = evaluate(relation, inputs);
        const empty = names.filter((_, at) => cellsOf(columns[at]!).includes(''));
        found += empty.length;
        const possible = columnsOfEmptyTexts(relation, ({ name }) => name === 't1');
        expect([...possible]).toEqual(expect.arrayContaining(empty));
      }),
      propertyRuns(1500),
    );
    expect(found).toBeGreaterThan(20);
  });
});

function withoutEmptyTexts(frame: Frame): Frame {
  const columns = frame.columns.map((column) =>
    column.type === 'string'
      ? { ...column, dictionary: column.dictionary.map((text) => (text === '' ? 'text' : text)) }
      : column,
  );
  return { ...frame, columns };
}
