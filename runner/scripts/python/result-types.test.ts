import { scriptPython, scriptSettings } from '../../../test/support/script-settings.ts';
import { skipSuite } from '../../../test/support/skips.ts';
import { IN, OUT, useFlowExecution } from '../../../test/support/flow-execution.ts';
import type { Engine } from '../../domain/engine.ts';
import type { RunResult } from '../../domain/run-result.ts';

const { dataset, execute } = useFlowExecution();
const python = await scriptPython();
if (python === null) skipSuite('types of results of Python', 'no Python was found');
const described = python === null ? describe.skip : describe;

/** Runs the script beside another node, whose result must not be lost. */
async function runScript(engine: Engine, script: string): Promise<RunResult> {
  return await execute(
    {
      engine,
      nodes: {
        in: IN,
        py: ['pythonTransform', { script }],
        few: ['limitRows', { n: 1 }],
        out: OUT,
      },
      edges: 'in>py py>few few>out',
      inputs: [await dataset(3)],
    },
    { scripts: await scriptSettings() },
  );
}

function nodeOf(result: RunResult, id: string) {
  return result.nodeResults?.find((node) => node.node_id === id);
}

described('the result of a Python script', () => {
  it.each([
    ['pandas', 'pd.period_range("2024-01", periods=3, freq="M")', 'period[M]'],
    ['pandas', 'pd.interval_range(0, 3)', 'interval[int64, right]'],
    ['pandas', 'pd.cut(df["id"], [-1, 1, 5])', 'category of interval[int64, right]'],
  ] as const)('of %s that has %s is refused with the column and its dtype', async (...row) => {
    const [engine, column, dtype] = row;
    const result = await runScript(engine, `df["t"] = ${column}\nreturn df`);
    expect(nodeOf(result, 'py')?.error).toBe(
      `Column "t" of the result has the dtype ${dtype}, which cannot be stored. Convert it, for example to text by .astype(str).`,
    );
    expect(nodeOf(result, 'in')?.columns).toEqual(['id', 'shop', 'amount']);
  });

  it.each([
    [
      'dtype=pl.List(pl.Struct({"x": pl.Categorical}))',
      '[[{"x": "a"}]]',
      'list of struct of category',
    ],
    ['dtype=pl.List(pl.Binary)', '[[b"a"]]', 'list of binary'],
  ])('of polars of %s is refused with the column and its type', async (dtype, values, type) => {
    const script = `return pl.DataFrame({"t": pl.Series(${values}, ${dtype})})`;
    const result = await runScript('polars', script);
    expect(nodeOf(result, 'py')?.error).toBe(
      `The result of the script: Column "t" has the type ${type}, which cannot be read. Convert it to a basic type, such as text, or leave it out.`,
    );
    expect(nodeOf(result, 'in')?.columns).toEqual(['id', 'shop', 'amount']);
  });

  it('of polars with a struct without fields is refused with the column', async () => {
    const script = 'return pl.DataFrame({"t": pl.Series([{}], dtype=pl.Struct({}))})';
    expect(nodeOf(await runScript('polars', script), 'py')?.error).toMatch(
      /^Column "t" of the result has the dtype Struct.* a struct needs a field/,
    );
  });

  it('of polars keeps enums, categories in lists, wide integers and small floats', async () => {
    const script = `return pl.DataFrame({
    "enum": pl.Series(["a"], dtype=pl.Enum(["a", "b"])),
    "tags": pl.Series([["a", "b"]], dtype=pl.List(pl.Categorical)),
    "i": pl.Series([2**53 + 1], dtype=pl.Int128),
    "f": pl.Series([1.5], dtype=pl.Float32).cast(pl.Float16),
})`;
    const result = await runScript('polars', script);
    expect(result.errorMessage).toBeNull();
    expect(nodeOf(result, 'few')?.sample).toEqual([
      { enum: 'a', tags: '["a","b"]', i: 9007199254740993n, f: 1.5 },
    ]);
  });

  it('may be an error whose message cannot be made, which is reported by its class', async () => {
    const script = `class Odd(Exception):
    def __str__(self):
        raise KeyError("x")

raise Odd()`;
    expect(nodeOf(await runScript('polars', script), 'py')?.error).toBe(
      'Odd: its message cannot be shown, because __str__ raised KeyError (line 5 of the script)',
    );
  });
});
