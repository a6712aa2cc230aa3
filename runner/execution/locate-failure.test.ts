import { jest } from '@jest/globals';
import { COLUMNS, IN, OUT, rowsOf, useFlowExecution } from '../../test/support/flow-execution.ts';
import { ENGINES } from '../domain/engine.ts';
import { UserError } from '../domain/errors.ts';
import { compileExpression } from '../expressions/index.ts';
import type { NodeInputs, TransformNode } from '../nodes/definition.ts';
import { nodeOfType } from '../nodes/index.ts';
import pl from '../engines/polars/library.ts';
import type { EngineAdapter } from './engines/engine-adapter.ts';
import { loadEngine } from './engines/load-engine.ts';
import { PolarsEngine } from './engines/polars-engine.ts';
import { transformOrLocate } from './locate-failure.ts';

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

  it('names the first column that the node casts when a row has several at fault', async () => {
    expect(await failure(9, { shop: 'integer', amount: 'integer' }, { n: 1, offset: 2 })).toMatch(
      /^CAST \(cast\): Column "shop", row 1 of the input: The text "s2"/,
    );
  });

  it('keeps the error of the node when the search for the cell fails', async () => {
    const adapter = await loadEngine(engine);
    const frame = adapter.fromRows(COLUMNS, rowsOf(9));
    expect(() => transformInVain(adapter, frame, ['cast(shop as integer) > 0'])).toThrow(
      'The node itself failed.',
    );
  });

  it('keeps the error of the node when no cell is at fault', async () => {
    const adapter = await loadEngine(engine);
    const frame = adapter.fromRows(COLUMNS, rowsOf(9));
    expect(() => transformInVain(adapter, frame, ['id < 0', 'id > 99'])).toThrow(
      'The node itself failed.',
    );
  });
});

it('evaluates the plan of a polars table once for the cells of many columns', () => {
  const engine = new PolarsEngine(pl);
  const table = engine.fromRows(COLUMNS, rowsOf(9));
  const select = jest.spyOn(table.lazy, 'select');
  const tests = Array.from({ length: 50 }, (_, column) => `id > ${column + 99}`);
  expect(() => transformInVain(engine, table, tests)).toThrow('The node itself failed.');
  expect(select).toHaveBeenCalledTimes(1);
});

/**
 * Transforms by a node that fails for a reason of its own.
 * @param tests conditions that are true for a cell at fault
 */
function transformInVain<F>(engine: EngineAdapter<F>, frame: F, tests: readonly string[]): F {
  const context = { parameters: {}, localTime: '2024-01-01T00:00:00' };
  const value = compileExpression('id', COLUMNS, context);
  const offenders = tests.map((text) => {
    return { column: 'shop', test: compileExpression(text, COLUMNS, context), value };
  });
  const fail = (): never => {
    throw new UserError('The node itself failed.');
  };
  const node = nodeOfType('castDtypes');
  if (node?.kind !== 'transform') throw new Error('castDtypes is a transform node');
  const definition: TransformNode<unknown> = {
    ...node,
    offenders: () => offenders,
    polars: fail,
    pandas: fail,
  };
  const inputs: NodeInputs<F> = { one: () => frame, many: () => [frame] };
  const step = { nodeId: 'cast', definition, config: {}, context, inputs, sources: [frame] };
  return transformOrLocate(
    engine,
    { ...step, columns: COLUMNS, consumers: 1, scratch: '' },
    { one: () => COLUMNS, many: () => [COLUMNS] },
  );
}
