import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pl from 'nodejs-polars';
import { COLUMNS, IN, useFlowExecution } from '../../test/support/flow-execution.ts';
import { ENGINES, type Engine } from '../domain/engine.ts';

const flows = useFlowExecution();
const { dataset, execute } = flows;

describe.each(ENGINES)('on %s', (engine: Engine) => {
  it('writes a columnar copy with metadata when an output names a dataset', async () => {
    const result = await execute({
      engine,
      nodes: { in: IN, out: ['fileOutput', { format: 'json', dataset_name: 'kept' }] },
      edges: 'in>out',
      inputs: [await dataset(150)],
    });
    const saved = result.outputs[0]?.dataset;
    expect(saved).toMatchObject({
      name: 'kept',
      facts: { columns: COLUMNS, rowCount: 150, parseOptions: null },
    });
    expect(saved?.facts.sample).toHaveLength(100);
    expect(saved?.facts.profile.map((p) => [p.name, p.total])).toEqual([
      ['id', 150],
      ['shop', 150],
      ['amount', 150],
    ]);
    const copy = await flows.workspace.store.localFile(
      saved?.dataKey ?? '',
      flows.workspace.scratch,
    );
    expect(pl.readParquet(copy).height).toBe(150);
  });
});

it('writes the same bytes on both engines', async () => {
  const formats = ['csv', 'json', 'jsonl', 'tsv', 'text', 'parquet', 'excel'] as const;
  const input = await dataset(40);
  const files: Buffer[][] = [];
  for (const engine of ENGINES) {
    const outputs = Object.fromEntries(
      formats.map((format) => [format, ['fileOutput', { format }] as const]),
    );
    const result = await execute({
      engine,
      nodes: { in: IN, ...outputs },
      edges: formats.map((format) => `in>${format}`).join(' '),
      inputs: [input],
    });
    expect(result.errorMessage).toBeNull();
    files.push(
      await Promise.all(
        result.outputs.map(async ({ key }) =>
          readFile(path.join(flows.workspace.folder, 'objects', key)),
        ),
      ),
    );
  }
  const [first, second] = files.map((list) => list.map((file) => file.toString('base64')));
  expect(first).toHaveLength(formats.length);
  expect(first?.slice(0, 6)).toEqual(second?.slice(0, 6));
});
