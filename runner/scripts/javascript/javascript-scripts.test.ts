import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { scriptSettings } from '../../../test/support/script-settings.ts';
import { IN, OUT, useFlowExecution } from '../../../test/support/flow-execution.ts';
import { storeDataset } from '../../../test/support/flow-workspace.ts';
import type { Engine } from '../../domain/engine.ts';
import type { RunResult } from '../../domain/run-result.ts';
import { permittedIsolation } from '../isolation.ts';
import type { ScriptSettings } from '../script-settings.ts';

const execution = useFlowExecution();
const { dataset, execute } = execution;
const isolation = await permittedIsolation();

async function runScript(
  script: string,
  options: { config?: object; engine?: Engine; settings?: Partial<ScriptSettings> } = {},
): Promise<RunResult> {
  const { config = {}, engine = 'polars', settings } = options;
  return await execute(
    {
      engine,
      nodes: {
        in: IN,
        js: ['jsTransform', { script, ...config }],
        few: ['limitRows', { n: 2 }],
        out: OUT,
      },
      edges: 'in>js js>few few>out',
      inputs: [await dataset(3)],
    },
    { scripts: await scriptSettings(settings) },
  );
}

const sampleOf = (result: RunResult): unknown =>
  result.nodeResults?.find(({ node_id: id }) => id === 'few')?.sample;
const columnsOf = (result: RunResult): unknown =>
  result.nodeResults?.find(({ node_id: id }) => id === 'js')?.columns;
const logOf = (result: RunResult): string =>
  result.logs
    .filter(({ node_id: id }) => id === 'js')
    .map(({ message }) => message)
    .join('\n');

describe('a JavaScript', () => {
  it('gets rows and returns rows, and writes what it printed to the log', async () => {
    const script = 'console.log(rows.length);\nreturn rows.map(({ id }) => ({ double: id * 2 }));';
    const result = await runScript(script);
    expect(result.errorMessage).toBeNull();
    expect(sampleOf(result)).toEqual([{ double: 0 }, { double: 2 }]);
    expect(logOf(result)).toBe('3');
  });

  it('returns columns in an object without a prototype', async () => {
    const result = await runScript('return Object.assign(Object.create(null), { a: [1, 2, 3] });');
    expect(result.errorMessage).toBeNull();
    expect(sampleOf(result)).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it('fails with advice when it mixes a number with an integer beyond 2^53', async () => {
    const columns = [{ name: 'big', type: 'integer' }] as const;
    const data = await storeDataset(execution.workspace, {
      id: 'bigs',
      columns,
      rows: [{ big: 2n ** 60n }],
    });
    const script = 'return rows.map(({ big }) => ({ big: big + 1 }))';
    const { errorMessage } = await execute(
      {
        nodes: { in: IN, js: ['jsTransform', { script }], out: OUT },
        edges: 'in>js js>out',
        inputs: [data],
      },
      { scripts: await scriptSettings() },
    );
    expect(errorMessage).toMatch(/Cannot mix BigInt.*some of "big": write 2n for 2, or convert/);
  });

  it('gets columns on pandas and returns columns', async () => {
    const script =
      'return { id: columns.id, sum: Float64Array.from(columns.amount, (x) => x + 0.5) }';
    const config = { input: 'columns' };
    const result = await runScript(script, { config, engine: 'pandas' });
    expect(sampleOf(result)).toEqual([
      { id: 0, sum: 0.5 },
      { id: 1, sum: 0.75 },
    ]);
  });

  it.each([
    ['rows', 'return rows.map((row) => ({ total: 1, ...row, 7: 2 }))'],
    ['columns', 'return { total: [1], ...columns, 7: [2] }'],
  ])('keeps the order of %s whose names are whole numbers, before new ones', async (...row) => {
    const [input, script] = row;
    const names = ['shop', '2024', '2023', 'note'];
    const columns = names.map((name) => ({ name, type: 'string' }) as const);
    const rows = [{ shop: 'a', 2024: 'b', 2023: 'c', note: 'd' }];
    const result = await execute(
      {
        nodes: { in: IN, js: ['jsTransform', { script, input }], out: OUT },
        edges: 'in>js js>out',
        inputs: [await storeDataset(execution.workspace, { id: 'years', columns, rows })],
      },
      { scripts: await scriptSettings() },
    );
    expect(columnsOf(result)).toEqual([...names, '7', 'total']);
  });

  it('orders columns with other names as the script does', async () => {
    const result = await runScript('return rows.map(({ id, shop }) => ({ shop, id }))');
    expect(columnsOf(result)).toEqual(['shop', 'id']);
  });

  it('fails with the line of the script and a traceback of its own lines', async () => {
    const result = await runScript('function f(x) {\n  return x.y.z;\n}\nreturn f({});');
    expect(result.errorMessage).toMatch(/^JS \(js\): TypeError: .*\(line 2 of the script\)$/);
    expect(logOf(result)).toMatch(/at f \(script:2:\d+\)/);
    expect(logOf(result)).not.toContain('worker.mts');
  });

  it('fails with a short message, however long that of its error is', async () => {
    const result = await runScript('throw new Error("x".repeat(50_000_000))');
    expect(result.errorMessage).toMatch(/xxx… \(the rest of the message was discarded\) \(line 1/);
    expect(result.errorMessage?.length).toBeLessThan(2200);
    expect(logOf(result).length).toBeLessThan(50_000);
  });

  it('fails without its report when it replaces it by a large one', async () => {
    const script = `
      const report = { error: { message: 'mine', line: null, traceback: 'x'.repeat(2 ** 20) } };
      process.getBuiltinModule('fs').writeFileSync('report.json', JSON.stringify(report));
      process.exit(1);`;
    const result = await runScript(script);
    expect(result.errorMessage).toMatch(/ended its process with the code 1 and returned nothing/);
  });

  it.each([
    ['rows.length', /It returned nothing: end it with "return rows"/],
    ['return 7', /It returned a number/],
    [
      'return new Set([{ a: 1 }])',
      /must return an array of rows or an object of columns. It returned a Set: make an array of it by Array.from\(\)\.$/,
    ],
    ['return new Map([["a", 1]])', /It returned a Map: make an array/],
    ['return (function* () { yield { a: 1 }; })()', /It returned a Generator: make an array/],
    [
      'return (async function* () { yield { a: 1 }; })()',
      /It returned an AsyncGenerator: .* by Array.fromAsync\(\)\.$/,
    ],
    [
      'return new (class Rows { *[Symbol.iterator]() { yield { a: 1 }; } })()',
      /It returned a Rows: make an array/,
    ],
    ['return new Float64Array([1, 2])', /It returned a Float64Array: make an array/],
    ['return new Date()', /It returned a Date\.$/],
    ['return new (class {})()', /It returned an object without columns\.$/],
    ['return {}', /It returned an object without columns\.$/],
    ['return Object.create(null)', /It returned an object without columns\.$/],
    ['return [{}]', /The result has no columns\.$/],
    ['return new Promise(() => {})', /waits for a promise that never settles/],
    ['await new Promise(() => {});\nreturn rows', /waits for a promise that never settles/],
    ['return { then() {} }', /waits for a promise that never settles/],
    ['return [1]', /Row 0 of the result is no object/],
    ['return [{ a: {} }]', /Column "a" of the result holds a object/],
    ['return [{ a: 2n ** 64n }]', /Column "a" .* beyond 64 bits: 18446744073709551616/],
    ['return [{ a: 2n ** 60n + 1n }, { a: 0.5 }]', /has fractions and the integer/],
    ['return { a: [1], b: [] }', /different lengths: 1, 0/],
    ['throw "text"', /Thrown: text/],
    [
      'Promise.reject(new TypeError("no"));\nawait new Promise((go) => setTimeout(go, 5000));',
      /TypeError: no \(line 1 of the script\)$/,
    ],
    [
      'setTimeout(() => {\n  throw new RangeError("late");\n});\nawait new Promise((go) => setTimeout(go, 5000));',
      /RangeError: late \(line 2 of the script\)$/,
    ],
    ['process.exit(0)', /ended its process with the code 0 and returned nothing/],
  ])('fails the run when it is %j', async (script, message) => {
    expect((await runScript(script)).errorMessage).toMatch(message);
  });
});

describe('a JavaScript that uses dfd', () => {
  let extras: string;
  beforeEach(() => {
    extras = mkdtempSync(path.join(os.tmpdir(), 'millrace-extras-'));
  });
  afterEach(() => {
    rmSync(extras, { recursive: true });
  });

  /** A stand-in for danfojs-node, which is 129 MB. Its files are found as those of the package are. */
  function install(): void {
    const folder = path.join(extras, 'danfo', 'node_modules', 'danfojs-node');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), '{ "version": "1.2.0", "main": "main.js" }');
    writeFileSync(
      path.join(folder, 'main.js'),
      `exports.DataFrame = class DataFrame {
        constructor(rows) { this.columns = Object.keys(rows[0]); this.rows = rows; }
        get getColumnData() { return this.columns.map((name) => this.rows.map((row) => row[name])); }
      };`,
    );
  }

  it('gets the installed package, and returns its frames', async () => {
    install();
    const script = 'return new dfd.DataFrame(rows.map(({ id }) => ({ next: id + 1 })));';
    const result = await runScript(script, { settings: { extrasFolder: extras } });
    expect(result.errorMessage).toBeNull();
    expect(sampleOf(result)).toEqual([{ next: 1 }, { next: 2 }]);
  });

  it('fails with the command that installs it, at its line', async () => {
    const script = 'const n = 1;\nreturn new dfd.DataFrame(rows);';
    const result = await runScript(script, { settings: { extrasFolder: extras } });
    expect(result.errorMessage).toMatch(/millrace setup danfo.*\(line 2 of the script\)/);
  });

  it('runs without the package when only a comment names it', async () => {
    const result = await runScript('// no dfd\nreturn rows', {
      settings: { extrasFolder: extras },
    });
    expect(result.errorMessage).toBeNull();
  });
});

describe('a JavaScript is confined', () => {
  it('to its time', async () => {
    const result = await runScript('for (;;);', { settings: { maxSeconds: 1 } });
    expect(result.errorMessage).toMatch(/ran for more than 1 s and was stopped/);
  });

  it('to its memory, also outside the heap', async () => {
    const script = 'const all = [];\nfor (;;) all.push(Buffer.alloc(10_000_000, 1));';
    const result = await runScript(script, { settings: { maxMemoryBytes: 300 * 2 ** 20 } });
    // Between two samples of a busy machine it can grow as far as the kernel lets it.
    expect(result.errorMessage).toMatch(/ 300 MiB of memory|RangeError/);
  });

  it.each([
    ['the environment', 'console.log(process.env.MILLRACE_TEST_SECRET)', /^undefined$/],
    [
      'other files',
      'process.getBuiltinModule("fs").readFileSync("/etc/passwd")',
      /ERR_ACCESS|restricted/,
    ],
    [
      'child processes',
      'process.getBuiltinModule("child_process").execSync("true")',
      /restricted|EACCES|ERR_ACCESS/,
    ],
    [
      'threads',
      'new (process.getBuiltinModule("worker_threads").Worker)("1", {eval: true})',
      /restricted|ERR_ACCESS/,
    ],
    ['SQLite', 'console.log(process.getBuiltinModule("sqlite"))', /^undefined$/],
  ])('without %s', async (_what, code, message) => {
    process.env.MILLRACE_TEST_SECRET = 'hush';
    try {
      const result = await runScript(
        `try {\n${code}\n} catch (e) { console.log(e.code, e.message) }\nreturn rows`,
      );
      expect(result.errorMessage).toBeNull();
      expect(logOf(result)).toMatch(message);
    } finally {
      delete process.env.MILLRACE_TEST_SECRET;
    }
  });

  (isolation.open.includes('network') ? it.skip : it)('without a network', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const result = await runScript(`await fetch("http://127.0.0.1:${port}/");\nreturn rows`);
      expect(result.errorMessage).toMatch(/TypeError: fetch failed/);
      expect(connections).toBe(0);
    } finally {
      server.close();
    }
  });
});
