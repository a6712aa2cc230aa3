import { assign, call, chain, dict, keyword, keywords, list, subscript, tuple } from './code.ts';

describe('builders of Python code', () => {
  it('write calls, chains, literals and assignments on one line', () => {
    const total = call('pl.col', ['"total"']);
    const frame = chain('orders', [
      call('filter', [`${total} > 3`]),
      call('head', [keyword('n', '5')]),
    ]);
    expect(assign('large', frame)).toBe('large = orders.filter(pl.col("total") > 3).head(n=5)');
    expect(call('f', [list(['1', '2']), subscript('a', '0')])).toBe('f([1, 2], a[0])');
    expect([tuple([]), tuple(['1']), tuple(['1', '2'])]).toEqual(['()', '(1,)', '(1, 2)']);
  });

  it('keep the order of dict entries whose names look like numbers', () => {
    expect(
      dict([
        ['2', 'a'],
        ['1', 'b'],
      ]),
    ).toBe('{"2": a, "1": b}');
  });

  it('pass columns as named arguments if their names are identifiers', () => {
    const entries = ['total', 'größe'].map((name) => [name, '1'] as const);
    expect(keywords(entries)).toEqual(['total=1', 'größe=1']);
  });

  it.each(['unit price', 'class', '1st', '', 'ﬁn', 'a-b'])(
    'pass the column %p in a dict, between named arguments',
    (name) => {
      const entries = ['a', name, 'b'].map((each) => [each, '1'] as const);
      expect(keywords(entries)).toEqual(['a=1', `**{${JSON.stringify(name)}: 1}`, 'b=1']);
    },
  );
});
