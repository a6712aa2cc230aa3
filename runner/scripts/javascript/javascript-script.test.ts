import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ScriptRequest } from '../script-request.ts';
import { readScriptSettings } from '../script-settings.ts';
import { convertJavascriptResult, javascriptProgram } from './javascript-script.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'millrace-javascript-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

function request(rows: number): ScriptRequest {
  return {
    script: 'return rows',
    argument: 'rows',
    engine: 'polars',
    folder,
    input: path.join(folder, 'no-such-file.parquet'),
    columns: ['a', 'b'].map((name) => ({ name, type: 'integer' })),
    rows,
    output: path.join(folder, 'output.parquet'),
    declared: null,
  };
}

describe('the bounds of a JavaScript', () => {
  it('refuse a table with too many cells before it is read', async () => {
    const started = javascriptProgram(request(5_000_001), readScriptSettings({}));
    await expect(started).rejects.toThrow(/at most 10000000 cells, and the table has 10000002/);
  });

  it('refuse a result that is too large before it is read', async () => {
    const file = await open(path.join(folder, 'result.json'), 'w');
    await file.truncate(256 * 2 ** 20 + 1);
    await file.close();
    await expect(convertJavascriptResult(request(1))).rejects.toThrow(/returns at most 256 MiB/);
  });
});
