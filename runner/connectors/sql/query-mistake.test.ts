import { UserError } from '../../domain/errors.ts';
import { explainingQuery } from './query-mistake.ts';

/** The sentence of a query that a database rejects. @param texts its parts around its values */
async function rejected(...texts: string[]): Promise<string> {
  const values = texts.slice(1).map((_text, place) => place);
  const reject = (): Promise<never> => Promise.reject(new UserError('Rejected.'));
  return await explainingQuery({ kind: 'query', texts, values }, reject).catch(
    (error: unknown) => (error as Error).message,
  );
}

describe('the sentence of a rejected query', () => {
  it.each([
    ["SELECT * FROM t WHERE name = '", "'", /parameter stands within quotes/],
    ['SELECT 1; SELECT ', '', /more than one statement/],
    ["-- ; 'DELETE'\nUPDATE t SET a = ", '', /begins with UPDATE/],
    ['/* nothing ', '', /The query is empty/],
  ])('names the mistake of %j', async (before, after, sentence) => {
    expect(await rejected(before, after)).toMatch(sentence);
  });

  it.each(['SELECT \';\', "UPDATE" FROM t WHERE a = ', 'WITH t AS (SELECT 1) SELECT '])(
    'is that of the database where the query has no known mistake: %j',
    async (before) => {
      expect(await rejected(before, '')).toBe('Rejected.');
    },
  );

  it('is found at once in a megabyte of comments that do not end', async () => {
    expect(await rejected('SELECT 1 + ' + '/* '.repeat(330_000))).toBe('Rejected.');
  });
});
