import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { COLUMNS, rowsOf } from '../../test/support/flow-execution.ts';
import {
  openWorkspace,
  specOf,
  storeDataset,
  type TestWorkspace,
} from '../../test/support/flow-workspace.ts';
import type { RunResult } from '../domain/run-result.ts';
import { nodeOfType } from '../nodes/index.ts';
import { loadEngine } from '../engine-adapters/load-engine.ts';
import { executeFlow } from './execute-flow.ts';

const roots = process.env.SERVICE_STORAGE_ALLOWED_ROOTS;
let workspace: TestWorkspace;

beforeEach(async () => {
  workspace = await openWorkspace();
  process.env.SERVICE_STORAGE_ALLOWED_ROOTS = JSON.stringify([workspace.folder]);
  for (const name of ['shop', 'stock', 'lake']) {
    const database = open(name);
    database.exec(`
      CREATE TABLE shops (shop TEXT PRIMARY KEY);
      CREATE TABLE checked (id INTEGER, amount REAL,
        shop TEXT REFERENCES shops (shop) DEFERRABLE INITIALLY DEFERRED)`);
    database.close();
  }
});
afterEach(async () => {
  if (roots === undefined) delete process.env.SERVICE_STORAGE_ALLOWED_ROOTS;
  else process.env.SERVICE_STORAGE_ALLOWED_ROOTS = roots;
  await workspace.close();
});

const open = (name: string): DatabaseSync =>
  new DatabaseSync(path.join(workspace.folder, `${name}.db`));

function tablesOf(name: string): unknown {
  const database = open(name);
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'out%'").all();
  database.close();
  return tables.map((row) => row.name);
}

/** @param outputs where output nodes write, in their order: `connection.table`; no commit of "checked" succeeds */
async function write(outputs: readonly string[]): Promise<RunResult> {
  const input = await storeDataset(workspace, { id: 'd', columns: COLUMNS, rows: rowsOf(3) });
  const nodes = outputs.map((place, number) => {
    const [connection_id, table] = place.split('.');
    const config = { connection_id, table, if_exists: 'append' };
    return [`o${number}`, ['sqlOutput', config]] as const;
  });
  const empty = { host: null, port: null, username: null, options: null, secret: null };
  const connections = ['shop', 'stock', 'lake'].map((id) => {
    const database = path.join(workspace.folder, `${id}.db`);
    return { ...empty, id, name: `The ${id}`, provider: 'sqlite', database };
  });
  const spec = {
    ...specOf({
      nodes: { in: ['fileInput', { dataset_id: 'd' }], ...Object.fromEntries(nodes) },
      edges: nodes.map(([id]) => `in>${id}`).join(' '),
      inputs: [input],
    }),
    connections,
  };
  return await executeFlow(
    { spec, attempt: 1 },
    {
      engine: await loadEngine(spec.engine),
      store: workspace.store,
      scratch: workspace.scratch,
      lookup: nodeOfType,
      clock: { now: () => new Date(0), elapsed: () => performance.now() },
      onProgress: () => undefined,
      onDefect: (error) => {
        throw error;
      },
    },
  );
}

describe('a run of which a commit fails', () => {
  it('names the outputs of other connections that are written already', async () => {
    const result = await write(['shop.out1', 'shop.out2', 'stock.checked', 'lake.out3']);
    expect(result.errorMessage).toMatch(
      /^\S+ \(o2\): The connection "The stock" .*FOREIGN KEY.*\. Before that, these outputs were written, and stay: \S+ \(o0\) to the connection "The shop", \S+ \(o1\) to the connection "The shop"\. Undo them before the flow runs again, unless it replaces them\.$/,
    );
    expect([tablesOf('shop'), tablesOf('lake')]).toEqual([['out1', 'out2'], []]);
  });

  it('names no output of a transaction that was still open', async () => {
    const result = await write(['shop.out1', 'stock.checked', 'shop.out2']);
    expect(result.errorMessage).toMatch(/^\S+ \(o1\): .*FOREIGN KEY/);
    expect(result.errorMessage).not.toContain('Before that');
    expect(tablesOf('shop')).toEqual([]);
  });
});
