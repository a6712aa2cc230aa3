import { cellValues } from '../../cell-values.ts';
import { codedTexts } from '../../deferred-column.ts';
import type { StringColumn } from '../../frame.ts';
import { chooseCells } from './choose.ts';
import { mapTexts } from './texts.ts';
import { textColumn, type Operand } from './operand.ts';

const ROWS = 1000;

const none: Operand = {
  column: { type: 'string', codes: Int32Array.of(-1), dictionary: [] },
  constant: true,
};

/** A column of so many texts, each in several rows. */
function texts(count: number, prefix: string): Operand<StringColumn> {
  const codes = Int32Array.from({ length: ROWS }, (_, row) => row % count);
  const dictionary = Array.from({ length: count }, (_, code) => `${prefix}${code}`);
  return { column: { type: 'string', codes, dictionary }, constant: false };
}

/** Chooses between the operands by row, the first ones nested deepest. */
function chooseInTurn(operands: readonly Operand[], nested: 'first' | 'second'): Operand {
  return operands.reduce((others, operand, turn) => {
    const pick = Uint8Array.from({ length: ROWS }, (_, row) =>
      (row % operands.length === turn) === (nested === 'second') ? 1 : 0,
    );
    const column =
      nested === 'first' ? chooseCells(pick, others, operand) : chooseCells(pick, operand, others);
    return { column, constant: false };
  }, none);
}

function cellsInTurn(operands: readonly Operand[]): readonly unknown[] {
  const cells = operands.map(({ column }) => cellValues(column));
  return Array.from({ length: ROWS }, (_, row) => cells[row % operands.length]?.[row]);
}

function repeated(times: number, operands: readonly Operand[]): readonly Operand[] {
  return Array.from({ length: times }, () => operands).flat();
}

const few = texts(20, 'few');
const some = texts(400, 'some');
const all = texts(ROWS, 'all');
const copy = texts(20, 'few');

describe.each(['first', 'second'] as const)(
  'a choice among texts nested in its %s operand',
  (nested) => {
    it.each([
      ['a column', [all], 20, ROWS],
      ['two columns of few texts', [few, texts(10, 'ten')], 10, 30],
      ['two columns of the same texts', [few, copy], 10, 20],
      ['a column and a constant', [all, { ...texts(1, 'x'), constant: true }], 10, 2 * ROWS],
      ['two columns of many texts', [all, some], 10, 2 * ROWS],
    ])('has no more texts when it repeats %s', (_operands, operands, times, limit) => {
      const chosen = chooseInTurn(repeated(times, operands), nested);
      expect(codedTexts(textColumn(chosen)).texts.length).toBeLessThanOrEqual(limit);
      const calls: string[] = [];
      const mapped = mapTexts([chosen], ROWS, (text) => {
        calls.push(text);
        return text;
      });
      expect(calls.length).toBeLessThanOrEqual(limit);
      expect(cellValues(mapped)).toEqual(cellsInTurn(repeated(times, operands)));
    });
  },
);
