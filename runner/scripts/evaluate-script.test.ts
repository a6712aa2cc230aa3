import { scriptSettings } from '../../test/support/script-settings.ts';
import { IN, OUT, useFlowExecution } from '../../test/support/flow-execution.ts';

const { dataset, execute } = useFlowExecution();

describe('the input of a script', () => {
  it('is its own: a script that writes to it does not change other nodes', async () => {
    const script = `
      const fs = process.getBuiltinModule('fs');
      const size = fs.statSync('input.parquet').size;
      fs.writeFileSync('input.parquet', Buffer.alloc(size), { flag: 'r+' });
      return [{ size }];`;
    // So many cells that polars spools the sorted rows to a file, which both branches read.
    const result = await execute(
      {
        nodes: {
          in: IN,
          sort: ['sortRows', { columns: ['amount'], ascending: false }],
          js: ['jsTransform', { script }],
          few: ['limitRows', { n: 1 }],
          out: OUT,
          all: OUT,
        },
        edges: 'in>sort sort>js js>out sort>few few>all',
        inputs: [await dataset(90_000)],
      },
      { scripts: await scriptSettings() },
    );
    expect(result.errorMessage).toBeNull();
    expect(result.nodeResults?.find((node) => node.node_id === 'few')?.sample).toEqual([
      { id: 89_999, shop: null, amount: 22_499.75 },
    ]);
  });
});
