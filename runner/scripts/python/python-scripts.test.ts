import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { scriptPython, scriptSettings } from '../../../test/support/script-settings.ts';
import { skipSuite } from '../../../test/support/skips.ts';
import { IN, OUT, useFlowExecution } from '../../../test/support/flow-execution.ts';
import { ENGINES, type Engine } from '../../domain/engine.ts';
import type { NodeResult, RunResult } from '../../domain/run-result.ts';
import { permittedIsolation } from '../isolation.ts';
import type { ScriptSettings } from '../script-settings.ts';

const { dataset, execute } = useFlowExecution();
const python = await scriptPython();
const isolation = await permittedIsolation();
if (python === null) skipSuite('Python scripts', 'no Python with pandas and polars was found');

async function runScript(
  script: string,
  options: { engine?: Engine; columns?: object; settings?: Partial<ScriptSettings> } = {},
): Promise<RunResult> {
  const { engine = 'polars', columns, settings } = options;
  const config = columns === undefined ? { script } : { script, columns };
  return await execute(
    {
      engine,
      nodes: { in: IN, py: ['pythonTransform', config], out: OUT },
      edges: 'in>py py>out',
      inputs: [await dataset(3)],
    },
    { scripts: await scriptSettings(settings) },
  );
}

const nodeOf = (result: RunResult, id: string): NodeResult | undefined =>
  result.nodeResults?.find((node) => node.node_id === id);
const logOf = (result: RunResult): string =>
  result.logs
    .filter(({ node_id: id }) => id === 'py')
    .map(({ message }) => message)
    .join('\n');

const described = python === null ? describe.skip : describe;

described.each(ENGINES)('a Python script on %s', (engine) => {
  it('gets a frame of the library, and the nodes below are lowered against its columns', async () => {
    const module = engine === 'pandas' ? 'pd' : 'pl';
    const script = `
assert isinstance(df, ${module}.DataFrame) and ${module} is ${engine}
return df[["id"]].rename(${engine === 'pandas' ? 'columns=' : ''}{"id": "number"})`;
    const result = await execute(
      {
        engine,
        nodes: {
          in: IN,
          py: ['pythonTransform', { script }],
          double: ['calculatedColumn', { column_name: 'double', expression: 'number * 2' }],
          out: OUT,
        },
        edges: 'in>py py>double double>out',
        inputs: [await dataset(3)],
      },
      { scripts: await scriptSettings() },
    );
    expect(result.errorMessage).toBeNull();
    expect(nodeOf(result, 'double')).toMatchObject({
      columns: ['number', 'double'],
      column_types: ['integer', 'integer'],
      sample: [
        { number: 0, double: 0 },
        { number: 1, double: 2 },
        { number: 2, double: 4 },
      ],
    });
  });

  it('writes what it printed to the log of the run', async () => {
    const result = await runScript('print("rows:", len(df))\nreturn df', { engine });
    expect(result.logs).toContainEqual({ level: 'info', message: 'rows: 3', node_id: 'py' });
  });

  it('may print more than is kept, on both outputs', async () => {
    const script =
      'import sys\nfor out in (sys.stderr, sys.stdout): out.write("much\\n" * 1_000_000)\nreturn df';
    const result = await runScript(script, { engine });
    expect(result.errorMessage).toBeNull();
    expect(logOf(result)).toContain('more output was discarded');
  });

  it('fails with the error, the line of the script and a traceback of its own lines', async () => {
    const script =
      'def inner(n):\n    text = """a\n    b"""\n    return n["x"]\n\nreturn inner({})';
    const result = await runScript(script, { engine });
    expect(nodeOf(result, 'py')?.error).toBe("KeyError: 'x' (line 4 of the script)");
    expect(logOf(result)).toMatch(/line 6, in transform\n {4}return inner\(\{\}\)/);
    expect(logOf(result)).toMatch(/line 4, in inner\n/);
    expect(logOf(result)).not.toContain('worker.py');
  });

  it('fails with a short message, however long that of its error is', async () => {
    const result = await runScript('raise ValueError("x" * 50_000_000)', { engine });
    expect(result.errorMessage).toMatch(/xxx… \(the rest of the message was discarded\) \(line 1/);
    expect(result.errorMessage?.length).toBeLessThan(2200);
    expect(logOf(result).length).toBeLessThan(50_000);
  });

  it('may change its frame without an effect on other nodes', async () => {
    const change =
      engine === 'pandas' ? 'df["id"] = 7' : 'df.replace_column(0, pl.lit(7).alias("id"))';
    const result = await execute(
      {
        engine,
        nodes: {
          in: IN,
          py: ['pythonTransform', { script: `df["id"]\n${change}\nreturn df` }],
          keep: ['selectColumns', { columns: ['id'] }],
          out: OUT,
          out2: OUT,
        },
        edges: 'in>py in>keep py>out keep>out2',
        inputs: [await dataset(2)],
      },
      { scripts: await scriptSettings() },
    );
    expect(nodeOf(result, 'keep')?.sample).toEqual([{ id: 0 }, { id: 1 }]);
  });

  it.each([
    ['print("no return")', /It returned None/],
    ['return 7', /must return a (pandas|polars) DataFrame. It returned a builtins int/],
    ['return df["id"]', /It returned a (pandas|polars) Series/],
    ['raise SystemExit(3)', /SystemExit: 3/],
    ['import os\nos._exit(0)', /ended its process with the code 0 and returned nothing/],
    [
      'import ctypes\nctypes.string_at(0)',
      /by SIGSEGV and returned nothing\. A native library crashed, or .+ MiB of memory at once\. Process fewer/,
    ],
    ['import no_such_module', /ModuleNotFoundError: No module named 'no_such_module' \(line 1/],
  ])('fails the run when the script is %j', async (script, message) => {
    const result = await runScript(script, { engine });
    expect(result.errorMessage).toMatch(message);
    expect(result.outputs).toEqual([]);
  });

  it('is checked for syntax errors before any node runs', async () => {
    const result = await runScript('return df\nif', { engine });
    expect(result).toMatchObject({ status: 'failed', nodeResults: null });
    expect(result.errorMessage).toMatch(
      /^PY \(py\): "script": The script has a syntax error in line 2/,
    );
  });

  it('fails when the result does not have the declared columns', async () => {
    const missing = await runScript('return df', { engine, columns: { nope: 'integer' } });
    expect(missing.errorMessage).toMatch(/has no column "nope", which its config declares/);
    const columns = { id: 'string', shop: 'string', amount: 'float' };
    const other = await runScript('return df', { engine, columns });
    expect(other.errorMessage).toMatch(/has the type integer in column "id".*declares string/);
  });

  it('fails without Python and names the command that installs it', async () => {
    const settings = { python: null, pythonFolder: '/nowhere', searchPath: '' };
    const result = await runScript('return df', { engine, settings });
    expect(result.nodeResults).toBeNull();
    expect(result.errorMessage).toMatch(
      /needs Python 3.10 .*"npx millrace python setup --folder \/nowhere"/,
    );
  });
});

described('the result of a polars script', () => {
  it('has column types for all types of polars that have one', async () => {
    const script = `
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
return pl.DataFrame({
    "date": [date(2024, 2, 29)],
    "ns": pl.Series([datetime(2024, 2, 29, 1)], dtype=pl.Datetime("ns")),
    "zoned": pl.Series([datetime(2024, 2, 29, 1)]).dt.replace_time_zone("Europe/Berlin"),
    "time": [time(1, 2, 3)],
    "duration": [timedelta(seconds=90)],
    "decimal": [Decimal("1.25")],
    "small": pl.Series([7], dtype=pl.UInt8),
    "wide": pl.Series([2**64 - 1], dtype=pl.UInt64),
    "category": pl.Series(["x"], dtype=pl.Categorical),
    "list": [[1, 2]],
    "struct": [{"a": 1}],
    "null": [None],
    "nan": [float("nan")],
})`;
    const result = await runScript(script);
    expect(result.errorMessage).toBeNull();
    expect(nodeOf(result, 'py')?.sample).toEqual([
      {
        date: '2024-02-29T00:00:00',
        ns: '2024-02-29T01:00:00',
        zoned: '2024-02-29T00:00:00',
        time: '01:02:03',
        duration: 90,
        decimal: 1.25,
        small: 7,
        wide: '18446744073709551615',
        category: 'x',
        list: '[1,2]',
        struct: '{"a":1}',
        null: null,
        nan: null,
      },
    ]);
  });

  it.each([
    ['return pl.DataFrame({"b": [b"\\xff"]})', /Column "b" holds bytes/],
    [
      'return pl.DataFrame({"o": [object()]}, schema={"o": pl.Object})',
      /Column "o".*Python objects/,
    ],
    ['return pl.DataFrame()', /no columns/],
  ])('is refused with the column: %j', async (script, message) => {
    expect((await runScript(script)).errorMessage).toMatch(message);
  });

  it('may be lazy', async () => {
    const result = await runScript('return df.lazy().filter(pl.col("id") > 1)');
    expect(nodeOf(result, 'py')?.rows).toBe(1);
  });
});

described('the result of a pandas script', () => {
  it('has column types for the usual types of pandas', async () => {
    const script = `
return pd.DataFrame({
    "ints": [1, 2],
    "gap": [1.5, float("nan")],
    "objects": ["x", None],
    "ns": pd.to_datetime(["2024-02-29 01:00", None]).astype("datetime64[ns]"),
    "category": pd.Categorical(["a", "b"]),
    "delta": pd.to_timedelta([90, 91], unit="s"),
    "none": [None, None],
}, index=[7, 7])`;
    const result = await runScript(script, { engine: 'pandas' });
    expect(result.errorMessage).toBeNull();
    expect(nodeOf(result, 'py')?.sample).toEqual([
      {
        ints: 1,
        gap: 1.5,
        objects: 'x',
        ns: '2024-02-29T01:00:00',
        category: 'a',
        delta: 90,
        none: null,
      },
      { ints: 2, gap: null, objects: null, ns: null, category: 'b', delta: 91, none: null },
    ]);
  });

  it.each([
    ['return df.groupby("shop").sum()', /index "shop".*reset_index/],
    ['return pd.DataFrame({"m": [1, "a"]})', /Column "m" of the result/],
    ['return pd.DataFrame([[1]])', /names are no text: "0"/],
    ['return pd.concat([df, df], axis=1)', /two columns of one name: "amount", "id", "shop"/],
  ])('is refused with the column: %j', async (script, message) => {
    expect((await runScript(script, { engine: 'pandas' })).errorMessage).toMatch(message);
  });
});

described('a Python script is confined', () => {
  it('to its time', async () => {
    const result = await runScript('while True:\n    pass', { settings: { maxSeconds: 2 } });
    expect(result.errorMessage).toMatch(/ran for more than 2 s and was stopped/);
  });

  it.each([
    ['its memory', 'x = []\nwhile True:\n    x.append(bytes([1]) * 10_000_000)'],
    [
      'its shared memory',
      'import mmap\nm = mmap.mmap(-1, 1 << 31)\nwhile True:\n    m.seek(0)\n    for _ in range(1 << 19): m.write(b"x" * 4096)',
    ],
  ])('to %s', async (_, script) => {
    const result = await runScript(script, { settings: { maxMemoryBytes: 300 * 2 ** 20 } });
    expect(result.errorMessage).toMatch(/needs more than 300 MiB of memory/);
  });

  it('to an environment without secrets', async () => {
    process.env.MILLRACE_TEST_SECRET = 'hush';
    try {
      const result = await runScript(`
import os, glob
print(sorted(os.environ))
for file in glob.glob("/proc/[0-9]*/environ"):
    try:
        print("hush" in open(file).read())
    except OSError:
        pass
return df`);
      expect(logOf(result)).toContain("'PATH'");
      expect(logOf(result)).not.toContain('MILLRACE_TEST_SECRET');
      if (!isolation.open.includes('processes')) expect(logOf(result)).not.toContain('True');
    } finally {
      delete process.env.MILLRACE_TEST_SECRET;
    }
  });

  (isolation.open.includes('network') ? it.skip : it)('to itself, without a network', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const script = `import socket\nsocket.create_connection(("127.0.0.1", ${port}), 5)\nreturn df`;
      const result = await runScript(script);
      expect(result.errorMessage).toMatch(/PermissionError|OSError|Network is unreachable/);
      expect(connections).toBe(0);
    } finally {
      server.close();
    }
  });
});
