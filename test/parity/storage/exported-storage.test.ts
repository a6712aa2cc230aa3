import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { ENGINES } from '../../../runner/domain/engine.ts';
import {
  FILE_FORMATS,
  OUTPUT_SUFFIX,
  type FileFormat,
} from '../../../runner/domain/file-format.ts';
import type { FlowParameter } from '../../../runner/domain/graph.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import type { RunResult } from '../../../runner/domain/run-result.ts';
import type { FlowExport } from '../../../runner/export/export-request.ts';
import { DatabaseFlows, type DatabaseFlow } from '../../support/database-flows.ts';
import { difference } from '../difference.ts';
import { nasty } from '../nasty-table.ts';
import { SCRIPTS } from '../parity-run.ts';
import { parityPython } from '../parity-python.ts';
import { ruffProblems, ruffPython } from '../ruff.ts';
import { exportDatabaseFlow, runScriptTexts } from '../sql/database-scripts.ts';
import { writeTable, type ReadTable } from '../table-file.ts';

const python = await parityPython();
const ruff = await ruffPython();

let folder: string;
let flows: DatabaseFlows;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'millrace-lake-'));
  flows = await DatabaseFlows.open({
    fields: { provider: 'local', database: folder },
    execute: () => undefined,
    close: () => rm(folder, { recursive: true }),
  });
  writeTable(nasty, path.join(folder, 'nasty.parquet'));
});

afterAll(() => flows.close());

async function put(name: string, content: string | Buffer): Promise<void> {
  await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
  await writeFile(path.join(folder, name), content);
}

function flowOf(input: JsonObject, others: Partial<DatabaseFlow> = {}): DatabaseFlow {
  return { inputType: 'storageInput', input, nodes: [], ...others };
}

/** A run of a flow on both engines, and its scripts. */
async function exported(
  flow: DatabaseFlow,
  parameters: readonly FlowParameter[] = [],
): Promise<{ readonly tables: readonly ReadTable[]; readonly scripts: readonly string[] }> {
  const values = Object.fromEntries(parameters.map(({ name, default: value }) => [name, value!]));
  const results: RunResult[] = [];
  const tables: ReadTable[] = [];
  for (const engine of ENGINES) {
    const { result, table } = await flows.run({ ...flow, engine, parameters: values });
    expect(result.errorMessage).toBeNull();
    results.push(result);
    if (table !== null) tables.push(table);
  }
  const scripts = textsOf(exportDatabaseFlow(flows, flow, results[0]!, parameters));
  if (ruff !== null) {
    const named = new Map(scripts.map((script, place) => [SCRIPTS[place]!, script]));
    expect(await ruffProblems(ruff, named)).toBe('');
  }
  return { tables, scripts };
}

function textsOf(flow: FlowExport): readonly string[] {
  return SCRIPTS.map((script) => flow[script]);
}

/** The rows of a file as a run reads them. */
async function read(name: string, format: FileFormat): Promise<ReadTable> {
  const { result, table } = await flows.run(flowOf({ path: name, format }));
  expect(result.errorMessage).toBeNull();
  return table!;
}

/** Checks that all scripts of flows return the rows of both engines, in their order. */
async function compare(
  cases: readonly (readonly [flow: DatabaseFlow, parameters?: readonly FlowParameter[]])[],
): Promise<void> {
  const all: Awaited<ReturnType<typeof exported>>[] = [];
  for (const [flow, parameters] of cases) all.push(await exported(flow, parameters));
  if (python === null) return;
  const texts = all.flatMap(({ scripts }) => scripts);
  const outcomes = await runScriptTexts(texts, { python, url: folder });
  for (const [place, outcome] of outcomes.entries()) {
    if (outcome === null || 'error' in outcome) {
      throw new Error(`${outcome?.error}\n${texts[place]}`);
    }
    const { tables } = all[Math.floor(place / SCRIPTS.length)]!;
    for (const table of tables) {
      const found = difference(outcome, table);
      expect([texts[place]?.slice(0, 5_000), found]).toEqual([expect.anything(), null]);
    }
  }
}

/** A file of text has one column; a sheet has no infinities, dates before 1900 and integers beyond 2^53. */
const COLUMNS: Readonly<Partial<Record<FileFormat, readonly string[]>>> = {
  text: ['key'],
  excel: ['id', 'key', 'ok', 'a "b"', '*', '^n.*$', '1'],
};

function nodesOf(format: FileFormat): DatabaseFlow['nodes'] {
  const columns = COLUMNS[format];
  return columns === undefined ? [] : [['selectColumns', { columns }]];
}

function written(format: FileFormat, name: string, others: JsonObject = {}): DatabaseFlow {
  return flowOf(
    { path: 'nasty.parquet', format: 'parquet' },
    {
      nodes: nodesOf(format),
      output: ['storageOutput', { connection_id: 'db', path: name, format, ...others }],
    },
  );
}

it('reads files of a folder in every format as both engines do', async () => {
  for (const format of FILE_FORMATS) {
    const { result } = await flows.run(written(format, `in/${format}${OUTPUT_SUFFIX[format]}`));
    expect(result.errorMessage).toBeNull();
  }
  await compare(
    FILE_FORMATS.map((format) => [
      flowOf({ path: `in/${format}${OUTPUT_SUFFIX[format]}`, format }),
    ]),
  );
});

it('writes files of a folder in every format as a run does, and leaves no other file', async () => {
  const names = FILE_FORMATS.map((format) => `out/${format}/${format}${OUTPUT_SUFFIX[format]}`);
  const expected: ReadTable[] = [];
  const texts: string[] = [];
  for (const [place, format] of FILE_FORMATS.entries()) {
    texts.push(...(await exported(written(format, names[place]!))).scripts);
    expected.push(await read(names[place]!, format));
  }
  if (python === null) return;
  for (const place of SCRIPTS.keys()) {
    await rm(path.join(folder, 'out'), { recursive: true });
    const own = texts.filter((_, at) => at % SCRIPTS.length === place);
    const outcomes = await runScriptTexts(own, { python, url: folder });
    expect(outcomes).toEqual(FILE_FORMATS.map(() => null));
    for (const [at, format] of FILE_FORMATS.entries()) {
      const found = difference(await read(names[at]!, format), expected[at]!);
      expect([SCRIPTS[place], format, found]).toEqual([SCRIPTS[place], format, null]);
    }
    const files = await readdir(path.join(folder, 'out'), { recursive: true });
    expect(files.filter((file) => file.includes('.')).sort()).toEqual(
      names.map((name) => name.slice('out/'.length)).sort(),
    );
  }
});

it('reads the dialect that the run detected, a path with a parameter, and the files of patterns', async () => {
  await put('day-7.csv', Buffer.from('id;price;name\n9007199254740993;1,5;café\n;;\n', 'latin1'));
  await put('days/2026/02.csv', 'id,name\n3,c\n');
  await put('days/2026/01.csv', 'id,name\n2,\n');
  await put('days/2025/é 1.csv', 'id,name\n1,"a\nb"\n');
  await put('days/.hidden.csv', 'id,name\n0,h\n');
  await put('days/2026/[x].csv', 'id,name\n7,x\n');
  await put('days/2026/.millrace-0a1b.part', 'id,name\n9,z\n');
  await symlink(path.join(folder, 'days/2026/01.csv'), path.join(folder, 'days/2026/03.csv'));
  await put('days/2026/notes.txt', 'nothing\n');
  await put('named/1.csv', 'sep=;\nid;n\n1;2\n');
  await put('named/2.csv', 'sep=;\r\nid;n\r\n3;4\r\n');
  const parameter: FlowParameter = { name: 'day', type: 'integer', default: 7 };
  const year: FlowParameter = { name: 'year', type: 'string', default: '2026' };
  await compare([
    [flowOf({ path: 'day-{{ day }}.csv', format: 'csv' }), [parameter]],
    [flowOf({ path: 'days/**/*.csv', format: 'csv' })],
    [flowOf({ path: 'days/{{ year }}/[!0]?].csv', format: 'csv' }), [year]],
    [flowOf({ path: 'days/2026/[x].csv', format: 'csv' })],
    [flowOf({ path: 'days/202[5-6]/*[0-9].c??', format: 'csv' })],
    [flowOf({ path: 'days/2025/**', format: 'csv' })],
    [flowOf({ path: 'named/*', format: 'csv' })],
  ]);
});

it('refuses a compressed file of a pattern, which a run decompresses', async () => {
  await put('zipped/1.csv', 'id\n1\n');
  await put('zipped/2.csv.GZ', gzipSync('id\n2\n'));
  const { tables, scripts } = await exported(flowOf({ path: 'zipped/*', format: 'csv' }));
  expect(tables.map(({ rows }) => rows.length)).toEqual(ENGINES.map(() => 2));
  if (python === null) return;
  const outcomes = await runScriptTexts(scripts, { python, url: folder });
  for (const outcome of outcomes) {
    expect(outcome).toEqual({
      error: expect.stringContaining(
        '2.csv.GZ: Exported Python decompresses no files. Store it without gzip.',
      ) as string,
    });
  }
});

it('keeps a file that exists when it may not be replaced, or when the new one cannot be written', async () => {
  await put('kept/old.csv', 'old\n');
  const { result } = await flows.run(flowOf({ path: 'nasty.parquet', format: 'parquet' }));
  const config = { path: 'kept/old.csv', format: 'csv', if_exists: 'error' } as const;
  const scripts = textsOf(
    exportDatabaseFlow(flows, written('csv', config.path, { if_exists: 'error' }), result),
  );
  const replaced = textsOf(exportDatabaseFlow(flows, written('csv', config.path), result));
  const failing = replaced.map((script) =>
    script.replace('lambda path: ', 'lambda path: 1 / 0 + '),
  );
  if (python === null) return;
  const outcomes = await runScriptTexts([...scripts, ...failing], { python, url: folder });
  expect(
    outcomes.map((outcome) => outcome !== null && 'error' in outcome && outcome.error),
  ).toEqual([
    ...SCRIPTS.map(() => expect.stringContaining('kept/old.csv exists already.')),
    ...SCRIPTS.map(() => expect.stringContaining('ZeroDivisionError')),
  ]);
  expect(await readFile(path.join(folder, 'kept/old.csv'), 'utf8')).toBe('old\n');
  expect(await readdir(path.join(folder, 'kept'))).toEqual(['old.csv']);
});

it('says why files are not exported that have other columns, partitions, a compression or a pattern unlike Python', async () => {
  await put('mixed/1.csv', 'id\n1\n');
  await put('mixed/2.csv', 'id\nx\n');
  await put('same/year=2026/1.csv', 'id\n1\n');
  await put('same.csv', 'id\n1\n');
  await put('packed.csv.gz', gzipSync('id\n1\n'));
  const reasonOf = async (config: JsonObject): Promise<string> => {
    const flow = flowOf({ format: 'csv', ...config });
    const { result } = await flows.run(flow);
    expect(result.errorMessage).toBeNull();
    try {
      exportDatabaseFlow(flows, flow, result);
      return 'exported';
    } catch (error) {
      return String(error);
    }
  };
  expect(await reasonOf({ path: 'mixed/*.csv' })).toContain('different columns');
  expect(await reasonOf({ path: 'sa**.csv' })).toContain('only between slashes');
  expect(await reasonOf({ path: 'packed.csv.gz' })).toContain('without gzip');
  expect(await reasonOf({ path: 'same/*/1.csv', hive_partitioning: true })).toContain(
    'Switch "hive_partitioning" off',
  );
});
