import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DatabaseFlows } from '../../test/support/database-flows.ts';
import { IN, useFlowExecution } from '../../test/support/flow-execution.ts';
import { storeDataset } from '../../test/support/flow-workspace.ts';
import { ENGINES } from '../domain/engine.ts';
import type { FileFormat } from '../domain/file-format.ts';
import type { NodeResult } from '../domain/run-result.ts';

const flows = useFlowExecution();

const COLUMNS = [
  { name: 'id', type: 'integer' },
  { name: 'note', type: 'string' },
] as const;

/** More than an engine keeps in memory. */
const MANY = 200_001;

const RATIO = ['calculatedColumn', { column_name: 'ratio', expression: '1.0 / id' }] as const;

/** Of a run that writes a file of ids from 0 on, and of 1 divided by each. */
async function written(
  format: FileFormat,
  { rows = 3, engine = 'polars', config = {} }: Partial<Written> = {},
): Promise<{ readonly out: NodeResult | undefined; readonly logs: readonly string[] }> {
  const input = await storeDataset(flows.workspace, {
    id: `ids${rows}`,
    columns: COLUMNS,
    rows: Array.from({ length: rows }, (_, id) => ({ id, note: 'n' })),
  });
  const result = await flows.execute({
    engine,
    nodes: { in: IN, ratio: RATIO, out: ['fileOutput', { format, ...config }] },
    edges: 'in>ratio ratio>out',
    inputs: [input],
  });
  expect(result.errorMessage).toBeNull();
  return {
    out: result.nodeResults?.find(({ node_id: id }) => id === 'out'),
    logs: result.logs.flatMap(({ level, message }) => (level === 'warning' ? [message] : [])),
  };
}

interface Written {
  readonly rows: number;
  readonly engine: (typeof ENGINES)[number];
  readonly config: { readonly dataset_name?: string };
}

describe.each(ENGINES)('on %s', (engine) => {
  it.each(['json', 'jsonl', 'excel'] as const)(
    'warns of an infinity that a file of the format %s has as null',
    async (format) => {
      const { out, logs } = await written(format, { engine });
      expect(out?.lost_values).toEqual([{ code: 'lost_infinities', column: 'ratio', count: 1 }]);
      expect(out?.warnings).toEqual([
        expect.stringMatching(/^1 value of "ratio" is infinite, .*: write CSV or Parquet/),
      ]);
      expect(logs).toEqual(out?.warnings?.map((warning) => `OUT: ${warning}`));
    },
  );

  it.each(['csv', 'tsv', 'text', 'parquet'] as const)(
    'does not warn of an infinity that a file of the format %s keeps',
    async (format) => {
      const { out, logs } = await written(format, { engine });
      expect([out?.lost_values, out?.warnings, logs]).toEqual([undefined, undefined, []]);
    },
  );

  it('warns of an infinity in JSON among more rows than are kept in memory', async () => {
    const { out } = await written('jsonl', { engine, rows: MANY });
    expect(out?.lost_values).toEqual([{ code: 'lost_infinities', column: 'ratio', count: 1 }]);
  });

  it('warns of an infinity in the file of a dataset, whose copy has it', async () => {
    const { out } = await written('json', { engine, config: { dataset_name: 'kept' } });
    expect(out?.lost_values).toEqual([{ code: 'lost_infinities', column: 'ratio', count: 1 }]);
  });
});

it('warns of an infinity that an object of a storage has as null', async () => {
  const lake = await mkdtemp(path.join(os.tmpdir(), 'lost-values-'));
  const storage = await DatabaseFlows.open({
    fields: { provider: 'local', database: lake },
    execute: () => undefined,
    close: () => rm(lake, { recursive: true }),
  });
  try {
    await writeFile(path.join(lake, 'ids.jsonl'), '{"id":0}\n{"id":1}\n');
    const { result } = await storage.run({
      inputType: 'storageInput',
      input: { path: 'ids.jsonl', format: 'jsonl' },
      nodes: [RATIO],
      output: ['storageOutput', { connection_id: 'db', path: 'out.json', format: 'json' }],
    });
    expect(result.nodeResults?.at(-1)).toMatchObject({
      lost_values: [{ code: 'lost_infinities', column: 'ratio', count: 1 }],
      warnings: [expect.stringContaining('1 value of "ratio" is infinite')],
    });
  } finally {
    await storage.close();
  }
});
