import { IN, OUT, useFlowExecution } from '../../../test/support/flow-execution.ts';
import { ENGINES } from '../../domain/engine.ts';

const flows = useFlowExecution();
/** Few shops repeat, so a join of the rows with themselves would have billions of rows. */
const ROWS = 200_001;

it.each(ENGINES)(
  'refuses repeated keys of a lookup table before it joins the rows on %s',
  async (engine) => {
    const result = await flows.execute({
      engine,
      nodes: { in: IN, found: ['lookup', { on: ['shop'] }], out: OUT },
      edges: 'in>found in>found.lookup found>out',
      inputs: [await flows.dataset(ROWS)],
    });
    expect(result.errorMessage).toContain('The keys of the lookup table must be unique');
  },
);
