import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runScripts, type ScriptJob } from './python-batch.ts';
import { parityPython } from './parity-python.ts';

const python = await parityPython();

/** What a script may find changed by an earlier one. */
const OBSERVES = `
import builtins, decimal, os, pathlib, sys, warnings
import pandas as pd, polars as pl
assert "MILLRACE_CHANGED" not in os.environ
assert sys.path[0] != "changed"
assert len([1, 2]) == 2
assert pd.get_option("display.max_rows") == 60
assert pd.concat is not None and pl.Config.state()["POLARS_FMT_MAX_ROWS"] is None
assert "name" not in globals()
assert not pathlib.Path("changed").exists()
warnings.warn("text", UserWarning)
`;

/** Scripts that change what all share, and how the change is reported. */
const CHANGING: readonly (readonly [string, string | null])[] = [
  ['import os; os.environ["MILLRACE_CHANGED"] = "1"', 'os.environ'],
  ['import sys; sys.path.insert(0, "changed")', 'sys.path'],
  ['import builtins; builtins.len = lambda _: 7', 'builtins'],
  ['import pandas as pd; pd.concat = None', 'pandas'],
  ['import pandas as pd; pd.set_option("display.max_rows", 5)', 'the options of pandas'],
  ['import polars as pl; pl.Config.set_tbl_rows(5)', 'os.environ, the options of polars'],
  // What a script may do: the next one does not see it.
  ['name = 1', null],
  ['import warnings; warnings.simplefilter("error")', null],
  ['import os; open("changed", "w").close(); os.chdir("..")', null],
];

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-batch-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

function job(script: string, index: number): ScriptJob {
  const own = join(folder, String(index));
  mkdirSync(own);
  writeFileSync(join(own, 'flow.py'), script);
  return { path: join(own, 'flow.py'), folder: own };
}

it('fails a script that changes what the scripts of its process share, and the next does not see it', async () => {
  if (python === null) return;
  const scripts = CHANGING.flatMap(([script]) => [script, OBSERVES]);
  const errors = await runScripts(python, scripts.map(job));
  const expected = CHANGING.flatMap(([, what]) => [
    what === null ? null : `It changes what scripts share: ${what}`,
    null,
  ]);
  expect(errors).toEqual(expected);
}, 60_000);
