import path from 'node:path';
import { startPostgresql } from '../../test/support/database-rigs/postgresql-rig.ts';
import { COLUMNS, rowsOf } from '../../test/support/flow-execution.ts';
import { openWorkspace, specOf, storeDataset } from '../../test/support/flow-workspace.ts';
import { SqlJob } from '../../test/support/sql-job.ts';
import type { RunResult } from '../domain/run-result.ts';
import { objectKeys } from '../domain/object-keys.ts';
import { nodeOfType } from '../nodes/index.ts';
import { LocalFolderStore } from '../storage/local-folder-store.ts';
import type { ObjectInfo } from '../storage/object-store.ts';
import { loadEngine } from '../engine-adapters/load-engine.ts';
import { executeFlow } from './execute-flow.ts';

/** A store in which two attempts claim the commit of a run at the same time. */
class MeetingStore extends LocalFolderStore {
  readonly #both = Promise.withResolvers<undefined>();
  arrived = 0;

  override async put(...args: Parameters<LocalFolderStore['put']>): Promise<ObjectInfo> {
    if (args[0] === objectKeys.runCommit('run-1')) {
      this.arrived += 1;
      if (this.arrived === 2) this.#both.resolve(undefined);
      await this.#both.promise;
    }
    return await super.put(...args);
  }
}

describe('two attempts of one run that overlap', () => {
  it('write the same table of PostgreSQL, and only one of them commits', async () => {
    const rig = await startPostgresql();
    const workspace = await openWorkspace();
    try {
      await rig.execute('CREATE TABLE sales (id BIGINT, shop TEXT, amount FLOAT)');
      const rows = { id: 'd', columns: COLUMNS, rows: rowsOf(3) };
      const input = await storeDataset(workspace, rows);
      const output = { connection_id: 'c', table: 'sales', if_exists: 'append' };
      const empty = { host: null, port: null, database: null, username: null, options: null };
      const spec = {
        ...specOf({
          nodes: { in: ['fileInput', { dataset_id: 'd' }], out: ['sqlOutput', output] },
          edges: 'in>out',
          inputs: [input],
        }),
        connections: [{ ...empty, secret: null, ...rig.fields, id: 'c', name: 'Own' }],
      };
      const store = new MeetingStore(path.join(workspace.folder, 'objects'));
      const engine = await loadEngine(spec.engine);
      const attempt = async (number: number): Promise<RunResult> =>
        await executeFlow(
          // Each attempt is a process that reads the spec on its own.
          { spec: structuredClone(spec), attempt: number },
          {
            engine,
            store,
            scratch: workspace.scratch,
            lookup: nodeOfType,
            clock: { now: () => new Date(0), elapsed: () => performance.now() },
            onProgress: () => undefined,
            onDefect: (error) => {
              throw error;
            },
          },
        );
      const results = await Promise.all([attempt(1), attempt(2)]);
      expect(store.arrived).toBe(2);
      expect(results.map(({ status }) => status).sort()).toEqual(['failed', 'success']);
      const failed = results.find(({ status }) => status === 'failed');
      expect(failed?.errorMessage).toContain('An earlier attempt of this run has written');
      const table = await new SqlJob(rig.fields).query('SELECT id FROM sales ORDER BY id');
      expect(table.rows).toEqual([['0'], ['1'], ['2']]);
    } finally {
      await workspace.close();
      await rig.close();
    }
  });
});
