import { ENGINES } from '../../../runner/domain/engine.ts';
import { columnOf } from '../../support/frame-arbitrary.ts';
import { flowOfNode, OUT } from './node-flow.ts';
import { runNodeFlow } from './run-node-flow.ts';

const BLANKS = ' '.repeat(3_000);
/** JavaScript would take hours for a text of blanks. */
const PATTERN = '(.*)\\s+(.*)\\s+(\\d+)';
/** The same without groups, at which a text is split. */
const UNGROUPED = PATTERN.replaceAll(/[()]/g, '');

/** A cell that does not match and one that does. */
const CELLS = [`${BLANKS}x`, `a${BLANKS}b 1`];

/** The first cells of the column that a node makes, without blanks at the ends. */
const lastCells = (rows: readonly (readonly unknown[])[]): readonly unknown[] =>
  rows.map((row) => {
    const cell = row.at(-1);
    return typeof cell === 'string' ? cell.trim() : cell;
  });

describe('a pattern that could divide a long cell in many ways', () => {
  it.each([
    ['regexExtract', { column: 's', pattern: PATTERN, group: 2, new_column: 'n' }, [null, 'b']],
    ['replaceValues', { column: 's', to_replace: PATTERN, value: '$3', regex: true }, ['x', '1']],
    ['splitColumn', { column: 's', mode: 'regex', pattern: PATTERN, into: ['n'] }, [null, 'a']],
    ['splitColumn', { column: 's', mode: 'regex', pattern: UNGROUPED, into: ['n'] }, ['x', '']],
    [
      'calculatedColumn',
      { column_name: 'n', expression: `matches(s, '${PATTERN}')` },
      [false, true],
    ],
  ])('ends soon with the same result on both engines in %s', async (type, config, expected) => {
    const frame = { length: 2, names: ['s'], columns: [columnOf('string', CELLS)] };
    const outcome = await runNodeFlow(flowOfNode(type, { config, inputs: { in: [frame] } }));
    for (const engine of ENGINES) {
      const of = outcome[engine];
      expect('tables' in of ? lastCells(of.tables[OUT]?.rows ?? []) : of).toEqual(expected);
    }
  });
});
