import { StatementNames } from './statement-names.ts';

it('names a statement that comes again, and always alike', () => {
  const names = new StatementNames();
  const given = Array.from({ length: 5 }, () => names.nameOf('SELECT 1'));
  expect(given).toEqual(['', '', 'millrace_0', 'millrace_0', 'millrace_0']);
  expect([1, 2, 3].map(() => names.nameOf('SELECT 2')).at(-1)).toBe('millrace_1');
});

it('gives out no more than a hundred names, and remembers no more than it needs for them', () => {
  const names = new StatementNames();
  const once = Array.from({ length: 10_000 }, (_, n) => names.nameOf(`SELECT ${n}`));
  expect(new Set(once)).toEqual(new Set(['']));
  const often = Array.from({ length: 1_500 }, (_, n) => names.nameOf(`SELECT 'x${n % 500}'`));
  expect(new Set(often.filter((name) => name !== '')).size).toBe(100);
});
