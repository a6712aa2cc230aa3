import { IN, OUT, useFlowExecution } from '../../test/support/flow-execution.ts';
import { ENGINES } from '../domain/engine.ts';

const { dataset, execute } = useFlowExecution();

/** The shop of row 1 is null, that of row 2 is "s1"; the amount of row 2 is 0.25. */
describe.each(ENGINES)('a cast that fails on %s', (engine) => {
  async function failure(
    rows: number,
    casts: object,
    before: object = { n: rows },
  ): Promise<unknown> {
    const result = await execute({
      engine,
      nodes: {
        in: IN,
        some: ['limitRows', before],
        cast: ['castDtypes', { casts }],
        out: OUT,
      },
      edges: 'in>some some>cast cast>out',
      inputs: [await dataset(rows)],
    });
    return result.errorMessage;
  }

  it.each([
    ['a small table', 9],
    ['a table that stays a plan', 110_000],
  ])('names column, row and value in %s', async (_title, rows) => {
    expect(await failure(rows, { shop: 'integer' })).toMatch(
      /^CAST \(cast\): Column "shop", row 2 of the input: The text "s1" cannot be read as a 64-bit integer/,
    );
  });

  it('names the first row of several columns', async () => {
    expect(await failure(9, { amount: 'integer', shop: 'integer' }, { n: 5, offset: 4 })).toMatch(
      /^CAST \(cast\): Column "shop", row 1 of the input: The text "s4"/,
    );
  });
});
