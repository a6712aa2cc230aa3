import { IN, OUT, useFlowExecution } from '../../test/support/flow-execution.ts';
import { storeDataset } from '../../test/support/flow-workspace.ts';
import { ENGINES } from '../domain/engine.ts';

const flow = useFlowExecution();

const SIGNS =
  'null. Remove such signs first: replaceValues with to_replace "[$,]", value "" and regex true.';
const COMMA =
  'null. The comma of "1.234,50" is a decimal mark: remove the other signs by replaceValues';

describe.each(ENGINES)('a strict cast on %s', (engine) => {
  it.each([
    ['$1,234.50', 'float', SIGNS],
    ['$1,234', 'integer', SIGNS],
    ['1.234,50', 'float', COMMA],
    ['50%', 'float', 'Divide by 100 where the share is meant.'],
    ['29.02.2024', 'datetime', 'Correct it, or set "format" to the form of the dates'],
  ])('says how to read the text %s as %s', async (text, type, hint) => {
    const { errorMessage } = await flow.execute({
      engine,
      nodes: { in: IN, node: ['castDtypes', { casts: { cell: type } }], out: OUT },
      edges: 'in>node node>out',
      inputs: [await datasetOf(text)],
    });
    expect(errorMessage).toContain(`The text "${text}" cannot be read as`);
    expect(errorMessage).toContain(hint);
  });

  it('adds no hint to a text that resembles no number', async () => {
    const { errorMessage } = await flow.execute({
      engine,
      nodes: { in: IN, node: ['castDtypes', { casts: { cell: 'float' } }], out: OUT },
      edges: 'in>node node>out',
      inputs: [await datasetOf('x')],
    });
    expect(errorMessage).toMatch(/which makes such values null\.$/);
  });
});

async function datasetOf(text: string): ReturnType<typeof storeDataset> {
  const columns = [{ name: 'cell', type: 'string' }] as const;
  return await storeDataset(flow.workspace, { id: 'd', columns, rows: [{ cell: text }] }, 'in');
}
