/** What the files of a folder may import of other folders. */
export interface Allowed {
  readonly imports: readonly string[];
  /** Folders of which it may import types only, which load nothing. */
  readonly types?: readonly string[];
}

/**
 * Which folder may import which: the one place that says so. Packages and the folder itself are not listed.
 * Folders of `runner/` are folders of their own, each below those that it imports but for the circles of
 * known-debts.ts. A test fails on an import that is not here, and on an entry here that no file uses.
 */
export const MAY_IMPORT: Readonly<Record<string, Allowed>> = {
  'runner/domain': { imports: [] },
  'runner/programs': { imports: [] },
  'runner/extras': { imports: ['runner/domain'] },
  'runner/storage': { imports: ['runner/domain'] },
  'runner/python': { imports: ['runner/domain'] },
  'runner/expressions': { imports: ['runner/domain', 'runner/engines', 'runner/python'] },
  'runner/engines': { imports: ['runner/domain', 'runner/expressions'] },
  'runner/charts': { imports: ['runner/domain', 'runner/expressions'] },
  'runner/plan': { imports: ['runner/domain', 'runner/expressions'], types: ['runner/charts'] },
  'runner/formats': {
    imports: ['runner/domain', 'runner/engines', 'runner/expressions', 'runner/programs'],
  },
  'runner/compilers': {
    imports: [
      'runner/domain',
      'runner/engines',
      'runner/expressions',
      'runner/plan',
      'runner/python',
    ],
  },
  'runner/connectors': {
    imports: [
      'runner/compilers',
      'runner/domain',
      'runner/engines',
      'runner/extras',
      'runner/formats',
      'runner/storage',
    ],
  },
  'runner/nodes': {
    imports: [
      'runner/charts',
      'runner/connectors',
      'runner/domain',
      'runner/engines',
      'runner/expressions',
      'runner/plan',
    ],
  },
  'runner/graph': {
    imports: [
      'runner/charts',
      'runner/domain',
      'runner/expressions',
      'runner/nodes',
      'runner/plan',
    ],
  },
  'runner/export': {
    imports: [
      'runner/compilers',
      'runner/connectors',
      'runner/domain',
      'runner/expressions',
      'runner/formats',
      'runner/graph',
      'runner/nodes',
      'runner/plan',
      'runner/python',
    ],
  },
  'runner/engine-adapters': {
    imports: [
      'runner/compilers',
      'runner/domain',
      'runner/engines',
      'runner/expressions',
      'runner/formats',
      'runner/plan',
    ],
  },
  'runner/scripts': {
    imports: [
      'runner/domain',
      'runner/engines',
      'runner/expressions',
      'runner/extras',
      'runner/formats',
      'runner/nodes',
      'runner/plan',
    ],
    types: ['runner/engine-adapters'],
  },
  'runner/execution': {
    imports: [
      'runner/charts',
      'runner/compilers',
      'runner/connectors',
      'runner/domain',
      'runner/engine-adapters',
      'runner/engines',
      'runner/expressions',
      'runner/formats',
      'runner/graph',
      'runner/nodes',
      'runner/plan',
      'runner/programs',
      'runner/scripts',
      'runner/storage',
    ],
  },
  'runner/process': {
    imports: [
      'runner/connectors',
      'runner/domain',
      'runner/engine-adapters',
      'runner/engines',
      'runner/execution',
      'runner/formats',
      'runner/graph',
      'runner/nodes',
      'runner/storage',
    ],
    types: ['runner'],
  },
  // main.ts and config.ts.
  runner: {
    imports: ['runner/connectors', 'runner/domain', 'runner/process'],
    types: ['runner/storage'],
  },
  kubernetes: { imports: ['runner/domain'] },
  operator: { imports: ['kubernetes', 'runner/domain'] },
  prisma: { imports: ['runner/domain'] },
  // The command line ships it, and the tools start with it before packages are installed.
  'scripts/install': { imports: [] },
  api: {
    imports: [
      'kubernetes',
      'prisma',
      'runner/charts',
      'runner/connectors',
      'runner/domain',
      'runner/export',
      'runner/expressions',
      'runner/extras',
      'runner/graph',
      'runner/nodes',
      'runner/plan',
      'runner/programs',
      'runner/scripts',
      'runner/storage',
    ],
  },
};

/** What imports everything but the folders listed: the command line, which ships, and the tools of developers. */
export const IMPORT_EVERYTHING_BUT: Readonly<Record<string, readonly string[]>> = {
  cli: ['scripts', 'test'],
  scripts: [],
};

/**
 * Which feature of the API may import which other one: to be replaced by shapes that they share. A test fails
 * on an import that is not here, and on an entry here that no file uses.
 */
export const FEATURES_MAY_IMPORT: Readonly<Record<string, Allowed>> = {
  catalog: { imports: ['connections'] },
  datasets: { imports: ['flows'] },
  export: { imports: ['datasets', 'flows'] },
  preview: { imports: ['runs'] },
  schedules: { imports: ['runs'] },
  templates: { imports: ['flows'], types: ['datasets'] },
  trigger: { imports: ['runs'] },
  validation: { imports: ['flows', 'runs'] },
};
