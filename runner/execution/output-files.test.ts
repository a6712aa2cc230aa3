import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pl from '../engines/polars/pinned/library.ts';
import { COLUMNS, IN, useFlowExecution } from '../../test/support/flow-execution.ts';
import { storeDataset } from '../../test/support/flow-workspace.ts';
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

  it('states that plain readers read a Parquet output unless a column has nulls only', async () => {
    const found = async (expression: string): Promise<unknown> => {
      const made = ['calculatedColumn', { column_name: 'made', expression }] as const;
      const result = await execute({
        engine,
        nodes: { in: IN, made, out: ['fileOutput', { format: 'parquet', dataset_name: 'kept' }] },
        edges: 'in>made made>out',
        inputs: [await dataset(3)],
      });
      return result.outputs[0]?.dataset?.facts.irregularities;
    };
    expect(await found('id + 1')).toEqual([]);
    expect(await found('null')).toEqual(['other_types']);
  });

  it('distinguishes an empty text from null in CSV and in the registered dataset', async () => {
    const columns = [
      { name: 'id', type: 'integer' },
      { name: 'note', type: 'string' },
    ] as const;
    const rows = [
      { id: 1, note: '' },
      { id: 2, note: null },
    ];
    const { store, scratch } = flows.workspace;
    const result = await execute({
      engine,
      nodes: { in: IN, out: ['csvOutput', { dataset_name: 'kept' }] },
      edges: 'in>out',
      inputs: [await storeDataset(flows.workspace, { id: 'notes', columns, rows })],
    });
    const [file] = result.outputs;
    expect(await store.getText(file!.key)).toBe('id,note\n1,""\n2,\n');
    const copy = await store.localFile(file!.dataset!.dataKey, scratch);
    expect(pl.readParquet(copy).getColumn('note').toArray()).toEqual(['', null]);
  });

  it.each([3, 200_001])(
    'keeps the type of a column of %d nulls for later runs, and shows and writes it as text',
    async (rows) => {
      const result = await execute({
        engine,
        nodes: {
          in: IN,
          none: ['calculatedColumn', { column_name: 'none', expression: 'null' }],
          sorted: ['sortRows', { columns: ['none', 'id'] }],
          grouped: ['groupByAggregate', { group_by: ['none'], aggregations: { id: 'max' } }],
          out: ['fileOutput', { format: 'parquet', dataset_name: 'kept' }],
          totals: ['fileOutput', { format: 'csv' }],
        },
        edges: 'in>none none>sorted sorted>out none>grouped grouped>totals',
        inputs: [await dataset(rows)],
      });
      expect(result.errorMessage).toBeNull();
      const [file, totals] = ['out', 'totals'].map((id) =>
        result.outputs.find(({ nodeId }) => nodeId === id)!,
      );
      expect(file?.dataset?.facts.columns).toEqual([...COLUMNS, { name: 'none', type: 'null' }]);
      expect(file?.dataset?.facts.profile.at(-1)).toMatchObject({ name: 'none', dtype: 'string' });
      const none = result.nodeResults?.find(({ node_id: id }) => id === 'none');
      expect(none?.column_types?.at(-1)).toBe('string');
      const types = await Promise.all(
        [file!.key, file!.dataset!.dataKey].map(async (key) => {
          const { store, scratch } = flows.workspace;
          const frame = pl.readParquet(await store.localFile(key, scratch));
          return [frame.height, String(frame.dtypes.at(-1))];
        }),
      );
      expect(types).toEqual([
        [rows, 'DataType(String)'],
        [rows, 'DataType(Null)'],
      ]);
      const { folder } = flows.workspace;
      const text = await readFile(path.join(folder, 'objects', totals!.key), 'utf8');
      expect(text).toBe(`none,id\n,${rows - 1}\n`);
    },
  );
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
