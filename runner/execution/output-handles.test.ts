import { IN, OUT, useFlowExecution } from '../../test/support/flow-execution.ts';
import { ENGINES } from '../domain/engine.ts';

const { dataset, execute } = useFlowExecution();

it.each(ENGINES)(
  'passes the table of its handle to each edge of a node with two outputs on %s',
  async (engine) => {
    const result = await execute({
      engine,
      nodes: {
        in: IN,
        split: ['split'],
        known: ['selectColumns', { columns: ['shop'] }],
        unknown: ['selectColumns', { columns: ['id'] }],
        both: ['concatRows'],
        main: ['limitRows', { n: 100 }],
        out: OUT,
      },
      edges:
        'in>split split.known>known split.unknown>unknown split.known>main split.unknown>both split.known>both both>out',
      inputs: [await dataset(15)],
    });
    expect(result.errorMessage).toBeNull();
    const sampleOf = (id: string): unknown =>
      result.nodeResults?.find((node) => node.node_id === id)?.sample;
    const knownIds = [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13];
    expect(sampleOf('known')).toEqual(knownIds.map((id) => ({ shop: `s${id % 5}` })));
    expect(sampleOf('unknown')).toEqual([{ id: 0 }, { id: 7 }, { id: 14 }]);
    const ids = (rows: unknown): unknown => (rows as { id: number }[]).map(({ id }) => id);
    expect(ids(sampleOf('both'))).toEqual([0, 7, 14, ...knownIds]);
    expect(ids(sampleOf('main'))).toEqual(knownIds);
  },
);

it.each(ENGINES)('reports the rows of the handle that an output reads on %s', async (engine) => {
  const result = await execute({
    engine,
    nodes: { in: IN, split: ['split'], out: OUT },
    edges: 'in>split split.unknown>out',
    inputs: [await dataset(15)],
  });
  const out = result.nodeResults?.find((node) => node.node_id === 'out');
  expect(out).toMatchObject({ rows: 3, sample: [{ id: 0 }, { id: 7 }, { id: 14 }] });
});
