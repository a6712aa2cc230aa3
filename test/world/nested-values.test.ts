import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Row } from '../../runner/domain/json.ts';
import { parityPython } from '../parity/parity-python.ts';
import { IngestWorkspace } from '../support/ingest-workspace.ts';
import { propertyRuns } from '../support/property-runs.ts';

const WRITER = fileURLToPath(new URL('./nested-values.py', import.meta.url));

interface RightTable {
  /** Those of Arrow, for the report of a failure. */
  readonly types: readonly string[];
  readonly rows: readonly Row[];
}

const python = await parityPython();

(python === null ? describe.skip : describe)('random nested values', () => {
  it('are read as they were written, whatever lies within what, in slices too', async () => {
    const { numRuns, seed = Date.now() % 2 ** 31 } = propertyRuns(4);
    const bench = await IngestWorkspace.open();
    try {
      execFileSync(python ?? '', [WRITER, bench.folder, String(seed), String(numRuns)]);
      for (let place = 0; place < numRuns; place += 1) {
        const written = await readFile(bench.path(`${place}.json`), 'utf8');
        const { types, rows } = JSON.parse(written) as RightTable;
        for (const kind of ['parquet', 'file', 'stream']) {
          const content = await readFile(bench.path(`${place}.${kind}`));
          const read = await bench.ingest('parquet', content);
          const found = { seed, kind, types, rows: read.rows };
          expect(found).toEqual({ seed, kind, types, rows });
        }
      }
    } finally {
      await bench.close();
    }
  });
});
