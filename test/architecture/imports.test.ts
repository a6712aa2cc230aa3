import { importsIn } from './imports.ts';

/** What the imports of `runner/nodes/a.ts` are, as `kind path`. */
const FORMS: readonly { readonly source: string; readonly imports: readonly string[] }[] = [
  // Static imports.
  { source: `import { x } from './p.ts';`, imports: ['value runner/nodes/p.ts'] },
  { source: `import x from "../p.ts";`, imports: ['value runner/p.ts'] },
  { source: `import * as x from './p.ts';`, imports: ['value runner/nodes/p.ts'] },
  { source: `import './p.ts';`, imports: ['value runner/nodes/p.ts'] },
  { source: `import {} from './p.ts';`, imports: ['value runner/nodes/p.ts'] },
  { source: `import {\n  x,\n  y,\n} from './p.ts';`, imports: ['value runner/nodes/p.ts'] },
  { source: `import x from /* note */ './p.ts';`, imports: ['value runner/nodes/p.ts'] },
  { source: `import x from // note\n  './p.ts';`, imports: ['value runner/nodes/p.ts'] },
  {
    source: `import x from './p.json' with { type: 'json' };`,
    imports: ['value runner/nodes/p.json'],
  },
  // Types. Node leaves `import {} from './p.ts'` of a list of types, which loads the module.
  { source: `import type { X } from './p.ts';`, imports: ['type runner/nodes/p.ts'] },
  { source: `import type X from './p.ts';`, imports: ['type runner/nodes/p.ts'] },
  { source: `import type * as X from './p.ts';`, imports: ['type runner/nodes/p.ts'] },
  { source: `import { type X } from './p.ts';`, imports: ['value runner/nodes/p.ts'] },
  { source: `import { type default as X } from './p.ts';`, imports: ['value runner/nodes/p.ts'] },
  { source: `import { type X, y } from './p.ts';`, imports: ['value runner/nodes/p.ts'] },
  { source: `import y, { type X } from './p.ts';`, imports: ['value runner/nodes/p.ts'] },
  { source: `import type from './p.ts';`, imports: ['value runner/nodes/p.ts'] },
  { source: `let x: import('./p.ts').X;`, imports: ['type runner/nodes/p.ts'] },
  // Exports.
  { source: `export { x } from './p.ts';`, imports: ['value runner/nodes/p.ts'] },
  { source: `export * from './p.ts';`, imports: ['value runner/nodes/p.ts'] },
  { source: `export { type X } from './p.ts';`, imports: ['value runner/nodes/p.ts'] },
  { source: `export type { X } from './p.ts';`, imports: ['type runner/nodes/p.ts'] },
  { source: `export type * from './p.ts';`, imports: ['type runner/nodes/p.ts'] },
  { source: `export const from = './p.ts';`, imports: [] },
  // Calls.
  { source: `await import('./p.ts');`, imports: ['dynamic runner/nodes/p.ts'] },
  { source: 'await import(`./p.ts`);', imports: ['dynamic runner/nodes/p.ts'] },
  { source: `await import(\n  './p.ts'\n);`, imports: ['dynamic runner/nodes/p.ts'] },
  { source: `await import(/* note */ './p.ts');`, imports: ['dynamic runner/nodes/p.ts'] },
  { source: `await import(// note\n'./p.ts');`, imports: ['dynamic runner/nodes/p.ts'] },
  { source: `await import /* note */ ('./p.ts');`, imports: ['dynamic runner/nodes/p.ts'] },
  {
    source: `const f = async () => (await import('./p.ts')).x;`,
    imports: ['dynamic runner/nodes/p.ts'],
  },
  { source: `const x = require('./p.cjs');`, imports: ['dynamic runner/nodes/p.cjs'] },
  { source: `createRequire(import.meta.url)('./p.cjs');`, imports: ['dynamic runner/nodes/p.cjs'] },
  { source: `require.resolve('./p.cjs');`, imports: [] },
  { source: `python.import('./p.ts');`, imports: [] },
  { source: `await import(name);`, imports: ['dynamic (computed)'] },
  { source: 'await import(`./${name}.ts`);', imports: ['dynamic (computed)'] },
  { source: `await import('./' + name);`, imports: ['dynamic (computed)'] },
  // Threads.
  { source: `new Worker(file);`, imports: ['dynamic (computed)'] },
  {
    source: `new Worker(new URL('./p.ts', import.meta.url));`,
    imports: ['dynamic runner/nodes/p.ts'],
  },
  {
    source: `const worker = new Worker(\n  path.join(import.meta.dirname, '..', 'p.ts'),\n  {},\n);`,
    imports: ['dynamic runner/p.ts'],
  },
  { source: `new URL('./p.ts', import.meta.url);`, imports: [] },
  // What only looks like an import.
  { source: `// import x from './p.ts';`, imports: [] },
  { source: `/* await import('./p.ts') */`, imports: [] },
  { source: `/** @param {import('./p.ts').X} x */ const f = 1;`, imports: [] },
  { source: `const text = "import x from './p.ts'";`, imports: [] },
  { source: 'const text = `await import("./p.ts")`;', imports: [] },
  { source: `const pattern = /import('.p.ts')/;`, imports: [] },
  // Several, with texts between them.
  {
    source: `import a from './a1.ts';\n// from './no.ts'\nexport * from './b.ts';\nconst f = () => import('./c.ts');`,
    imports: ['value runner/nodes/a1.ts', 'value runner/nodes/b.ts', 'dynamic runner/nodes/c.ts'],
  },
];

const PLACES = [
  { specifier: '../../plugins/x.ts', to: 'plugins/x.ts', own: true },
  { specifier: '../../../other/x.ts', to: '../other/x.ts', own: true },
  { specifier: '..', to: 'runner', own: true },
  { specifier: '/srv/x.ts', to: '/srv/x.ts', own: true },
  { specifier: 'file:///srv/x.ts', to: 'file:///srv/x.ts', own: true },
  { specifier: '#alias', to: '#alias', own: true },
  { specifier: 'pg', to: 'pg', own: false },
  { specifier: 'node:fs', to: 'node:fs', own: false },
  { specifier: '@aws-sdk/client-s3', to: '@aws-sdk/client-s3', own: false },
];

describe('the imports of a file', () => {
  it.each(FORMS)('$source has $imports', ({ source, imports }) => {
    const found = importsIn('runner/nodes/a.ts', `${source}\nexport const last = 1;\n`);
    expect(found.map(({ kind, to }) => `${kind} ${to}`)).toEqual(imports);
  });

  it.each(PLACES)('name $specifier as $to, a path of its own: $own', ({ specifier, to, own }) => {
    expect(importsIn('runner/nodes/a.ts', `import '${specifier}';`)).toEqual([
      { from: 'runner/nodes/a.ts', to, own, kind: 'value' },
    ]);
  });

  it('are found within the modules that a declaration file declares', () => {
    const source = `declare module 'm' {\n  import type { X } from './p.ts';\n}\n`;
    expect(importsIn('runner/m.d.ts', source)).toMatchObject([{ to: 'runner/p.ts', kind: 'type' }]);
  });
});
