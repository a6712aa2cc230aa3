import type { Column, Frame } from '../engines/pandas/frame.ts';
import { evaluate, repeatConstant } from './evaluate.ts';
import { subtractFloats } from './operations/arithmetic.ts';
import { call, columnReference, literal } from './typed-expression.ts';

const floats = (...values: number[]): Column => ({
  type: 'float',
  values: Float64Array.from(values),
  validity: null,
});
const reference = (name: string) => columnReference({ name, type: 'float' });

it('computes the difference of two columns that repeat a constant once, whatever their rows', () => {
  const frame: Frame = {
    length: 3,
    names: ['high', 'low'],
    columns: [repeatConstant(floats(5), 3), repeatConstant(floats(2), 3)],
  };
  const { column, constant } = evaluate(
    call(subtractFloats, reference('high'), reference('low')),
    frame,
  );
  expect(constant).toBe(true);
  expect(repeatConstant(column, 3)).toEqual(floats(3, 3, 3));
});

it('computes each row of a column that repeats a constant beside one that does not', () => {
  const frame: Frame = {
    length: 3,
    names: ['value', 'low'],
    columns: [floats(2, 3, 4), repeatConstant(floats(2), 3)],
  };
  const rows = call(subtractFloats, reference('value'), reference('low'));
  expect(evaluate(rows, frame)).toEqual({ column: floats(0, 1, 2), constant: false });
  const constants = call(subtractFloats, reference('low'), literal('float', 0.5));
  expect(evaluate(constants, frame)).toEqual({ column: floats(1.5), constant: true });
});
