import { readFileSync } from 'node:fs';
import path from 'node:path';
import { circlesOf, type Circle } from './circles.ts';
import {
  FEATURES_MAY_IMPORT,
  IMPORT_EVERYTHING_BUT,
  MAY_IMPORT,
  type Allowed,
} from './import-table.ts';
import { indexImports, loadedBy, readImports, SOURCE_FOLDERS, type Import } from './imports.ts';
import {
  EXECUTING_FILES_IN_API,
  FILE_CIRCLES,
  FOLDER_CIRCLES,
  LOADED_FILE_CIRCLES,
} from './known-debts.ts';

type Table = Readonly<Record<string, Allowed>>;

const root = path.resolve(import.meta.dirname, '..', '..');
const imports = readImports();
/** The sources, and what they import without being read: the generated client and, for tools, tests. */
const TOP = [...SOURCE_FOLDERS, 'client', 'test'];
const values = imports.filter(({ kind }) => kind !== 'type');
const NEW = 'new: mend it, the list must not grow';
const GONE = 'no longer there: remove it from known-debts.ts, or write what is left of it';
const itself = (file: string): string => file;

/**
 * The driver of each provider, which only the runner loads, though the API loads the provider's module. It is
 * the only import that the API process could follow, and does not: a provider brings a line, nothing else does.
 */
const LOADED_BY_RUNNER_ONLY: Readonly<Record<string, string>> = {
  'runner/connectors/providers/azure-blob/azure-blob.ts': 'azure-driver.ts',
  'runner/connectors/providers/duckdb/duckdb.ts': 'duckdb-driver.ts',
  'runner/connectors/providers/gcs/gcs.ts': 'gcs-driver.ts',
  'runner/connectors/providers/local/local.ts': 'local-driver.ts',
  'runner/connectors/providers/mongodb/mongodb.ts': 'mongodb-driver.ts',
  'runner/connectors/providers/mssql/mssql.ts': 'mssql-driver.ts',
  'runner/connectors/providers/mysql/mysql.ts': 'mysql-driver.ts',
  'runner/connectors/providers/postgresql/postgresql.ts': 'postgresql-driver.ts',
  'runner/connectors/providers/rest-api/rest-api.ts': 'rest-driver.ts',
  'runner/connectors/providers/s3/s3.ts': 's3-driver.ts',
  'runner/connectors/providers/snowflake/snowflake.ts': 'snowflake-driver.ts',
  'runner/connectors/providers/sqlite/sqlite.ts': 'sqlite-driver.ts',
};

/** The command that starts the API, its two parts, and the thread that draws charts. */
const API_ENTRIES = [
  'api/assemble.ts',
  'api/features/runs/artifacts/render-worker.ts',
  'api/serve.ts',
  'cli/commands/serve.ts',
];

/** What the process of the API loads at once, and what it loads when it first needs it. */
const inApi = loadedBy(
  API_ENTRIES,
  indexImports(imports),
  (one) => one.kind === 'value' || (one.kind === 'dynamic' && !isLeftToRunner(one)),
);

describe('the import table', () => {
  it('knows the folder of each imported path', () => {
    const unknown = imports.filter(({ to, own }) => own && folderOf(to) === undefined);
    expect(unknown.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('is of all folders with sources that TypeScript checks', () => {
    const text = readFileSync(path.join(root, 'tsconfig.json'), 'utf8');
    const { include } = JSON.parse(text) as { readonly include: readonly string[] };
    expect(include).toEqual([...SOURCE_FOLDERS, 'test', '*.ts']);
  });

  it('allows each import of another folder', () => {
    expect(notAllowed(MAY_IMPORT, folderOf)).toEqual([]);
  });

  it('has only entries that some file uses, so that it shrinks with the imports', () => {
    expect(unused(MAY_IMPORT, folderOf)).toEqual([]);
  });

  it('allows each import of one feature of the API by another', () => {
    expect(notAllowed(FEATURES_MAY_IMPORT, featureOf)).toEqual([]);
  });

  it('has only pairs of features that some file uses', () => {
    expect(unused(FEATURES_MAY_IMPORT, featureOf)).toEqual([]);
  });

  it('agrees with the table of CONTRIBUTING.md', () => {
    const text = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');
    const { 'runner/domain': domain, kubernetes, operator, prisma, api } = MAY_IMPORT;
    expect(documented(text)).toEqual(
      Object.fromEntries(
        Object.entries({ 'runner/domain': domain, kubernetes, operator, prisma, api }).map(
          ([folder, allowed]) => [folder, [...(allowed?.imports ?? [])].sort()],
        ),
      ),
    );
  });
});

describe('the circles of imports', () => {
  it('of folders of runner/ are those of the list, which only shrinks', () => {
    const folder = (file: string): string | undefined => /^runner\/[^/]+(?=\/)/.exec(file)?.[0];
    expectShrinking(circlesOf(imports, folder), FOLDER_CIRCLES);
  });

  it('of features of the API are none', () => {
    const feature = (file: string): string | undefined =>
      /^api\/features\/[^/]+(?=\/)/.exec(file)?.[0];
    expect(circlesOf(imports, feature)).toEqual([]);
  });

  it('of files that load each other are those of the list, which only shrinks', () => {
    expectShrinking(circlesOf(values, itself), LOADED_FILE_CIRCLES);
  });

  it('of files are those of the list, which only shrinks', () => {
    expectShrinking(circlesOf(imports, itself), FILE_CIRCLES);
  });
});

describe('the API process', () => {
  it('starts from files that exist', () => {
    const files = new Set(imports.map(({ from }) => from));
    expect(API_ENTRIES.filter((file) => !files.has(file))).toEqual([]);
  });

  it('leaves to the runner only the drivers of providers', () => {
    const others = Object.entries(LOADED_BY_RUNNER_ONLY).filter(
      ([file, driver]) =>
        !/^runner\/connectors\/providers\/([^/]+)\/\1\.ts$/.test(file) ||
        !/^[a-z0-9]+-driver\.ts$/.test(driver),
    );
    expect(others).toEqual([]);
  });

  it('would load each of them without its entry in the list', () => {
    const left = imports.filter((one) => isLeftToRunner(one) && inApi.has(one.from));
    const needed = left.filter(({ to }) => isExecuting(to) && !inApi.has(to));
    expect(needed.map(({ from, to }) => [from, path.posix.basename(to)]).sort()).toEqual(
      Object.entries(LOADED_BY_RUNNER_ONLY),
    );
  });

  it('loads of the files that execute flows those of the list, which only shrinks', () => {
    expectSame([...inApi].filter(isExecuting), EXECUTING_FILES_IN_API);
  });

  it('loads no dataframe library, not even when it first needs it', () => {
    const libraries = /^(?:nodejs-polars|danfojs|@e965\/xlsx)|^runner\/extras\/danfo\.ts$/;
    expect(inApi).toContain('api/execution/executors/kubernetes/cluster/open-cluster.ts');
    expect([...inApi].filter((loaded) => libraries.test(loaded))).toEqual([]);
  });
});

const CIRCLES = [FOLDER_CIRCLES, LOADED_FILE_CIRCLES, FILE_CIRCLES];

it('the lists of known debts are sorted, so that two changes of them meet in one line only', () => {
  const lists = [
    EXECUTING_FILES_IN_API,
    ...CIRCLES.map((list) => list.map(({ members }) => String(members))),
    ...CIRCLES.flat().map(({ members }) => members),
  ];
  expect(lists).toEqual(lists.map((list) => [...list].sort()));
});

type UnitOf = (file: string) => string | undefined;

/** A folder at the top, one of `runner/`, or the one of `scripts/` that ships. */
function folderOf(file: string): string | undefined {
  const [top = '', folder = '', ...rest] = file.split('/');
  if (!TOP.includes(top)) return undefined;
  if (file.startsWith('scripts/install/')) return 'scripts/install';
  return top === 'runner' && rest.length > 0 ? `${top}/${folder}` : top;
}

function featureOf(file: string): string | undefined {
  return /^api\/features\/([^/]+)\//.exec(file)?.[1];
}

function notAllowed(table: Table, unitOf: UnitOf): string[] {
  return imports
    .filter(({ from, to, kind }) => {
      const [unit, other] = [unitOf(from), unitOf(to)];
      if (unit === undefined || other === undefined || unit === other) return false;
      const forbidden = IMPORT_EVERYTHING_BUT[unit];
      if (forbidden !== undefined) return forbidden.includes(other);
      const allowed = table[unit];
      if (allowed?.imports.includes(other) === true) return false;
      return kind !== 'type' || allowed?.types?.includes(other) !== true;
    })
    .map(({ from, to, kind }) => `${from} imports ${to} (${kind})`);
}

function unused(table: Table, unitOf: UnitOf): string[] {
  const has = (unit: string, other: string, isType: boolean): boolean =>
    imports.some(
      ({ from, to, kind }) =>
        unitOf(from) === unit && unitOf(to) === other && (isType || kind !== 'type'),
    );
  return Object.entries(table).flatMap(([unit, { imports: values, types = [] }]) => [
    ...values.filter((other) => !has(unit, other, false)).map((other) => `${unit} → ${other}`),
    ...types.filter((other) => !has(unit, other, true)).map((other) => `${unit} → type ${other}`),
  ]);
}

/** The rows of the table in CONTRIBUTING.md that list folders, as the import table has them. */
function documented(text: string): Record<string, string[]> {
  const section = /^## Who may import whom\n([\s\S]*?)^Within /m.exec(text)?.[1] ?? '';
  const rows = [...section.matchAll(/^\| `([\w/]+)` +\| (.*?) *\|$/gm)];
  const listed = rows.filter(([, folder = '']) => folder in MAY_IMPORT);
  return Object.fromEntries(
    listed.map(([, folder = '', cell = '']) => [
      folder,
      [...cell.matchAll(/`([\w/]+)`/g)].map(([, name = '']) => name).sort(),
    ]),
  );
}

/** Whether it is the call that loads a driver of the list; an import of one that loads at once never is. */
function isLeftToRunner({ from, to, kind }: Import): boolean {
  const driver = LOADED_BY_RUNNER_ONLY[from];
  return kind === 'dynamic' && to === `${path.posix.dirname(from)}/${driver ?? ''}`;
}

/** Engines, their adapters, formats, compilers to them and execution; and the drivers of connections. */
function isExecuting(file: string): boolean {
  return (
    /^runner\/(?:engines|engine-adapters|formats|execution|process|compilers\/(?:polars|pandas))\//.test(
      file,
    ) || /^runner\/connectors\/.*-driver\.ts$/.test(file)
  );
}

/** Fails on what only one of two lists has. */
function expectSame(found: readonly string[], known: readonly string[]): void {
  const [inFound, inKnown] = [new Set(found), new Set(known)];
  expect({
    [NEW]: found.filter((line) => !inKnown.has(line)),
    [GONE]: known.filter((line) => !inFound.has(line)),
  }).toEqual({ [NEW]: [], [GONE]: [] });
}

/** Part of a known circle is no new one: the list then has to say what is left of it. */
function expectShrinking(found: readonly Circle[], known: readonly Circle[]): void {
  const lines = (circles: readonly Circle[]): string[] =>
    circles.map(({ members, edges }) => `${members.join(' ↔ ')}: ${String(edges)} edges`);
  const isPart = (circle: Circle): boolean =>
    known.some(
      ({ members, edges }) =>
        circle.edges <= edges && circle.members.every((member) => members.includes(member)),
    );
  expect({
    [NEW]: lines(found.filter((circle) => !isPart(circle))),
    [GONE]: lines(known).filter((line) => !lines(found).includes(line)),
  }).toEqual({ [NEW]: [], [GONE]: [] });
}
