import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { nodes } from '../runner/nodes/index.ts';
import { changedFiles, changedTests, nodeFiles, testsOf } from './changed-tests.ts';
import { dependents, isSource, readSourceTree } from './test-dependencies.ts';

const scratch = mkdtempSync(path.join(os.tmpdir(), 'millrace-changed-'));

afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

function git(root: string, ...command: string[]): void {
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost'];
  execFileSync('git', [...author, ...command], { cwd: root, stdio: 'pipe' });
}

function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** A repository whose branch main has one commit with these files. */
function repository(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(path.join(scratch, 'repository-'));
  write(root, files);
  git(root, 'init', '--quiet', '--initial-branch=main');
  git(root, 'add', '.');
  git(root, 'commit', '--quiet', '--message=First');
  return root;
}

describe('the changed files', () => {
  const root = repository({
    'same.ts': '',
    'committed.ts': '',
    'deleted.ts': '',
    'staged.ts': '',
    'written.ts': '',
    'client/index.d.ts': '',
    'prisma/generated/client.ts': '',
    '.gitignore': '*.log',
  });

  beforeAll(() => {
    git(root, 'checkout', '--quiet', '-b', 'branch');
    write(root, { 'committed.ts': '1' });
    git(root, 'commit', '--quiet', '--all', '--message=Second');
    rmSync(path.join(root, 'deleted.ts'));
    write(root, { 'staged.ts': '1' });
    git(root, 'add', 'staged.ts');
    const made = { 'new.ts': '', 'of/a folder/ü.ts': '', 'a.log': '' };
    const generated = { 'client/index.d.ts': '1', 'prisma/generated/client.ts': '1' };
    write(root, { 'written.ts': '1', ...made, ...generated });
  });

  const uncommitted = ['deleted.ts', 'new.ts', 'of/a folder/ü.ts', 'staged.ts', 'written.ts'];

  it('are those since the branch left main, with new and uncommitted ones, without generated code', () => {
    expect(changedFiles(root)).toEqual(['committed.ts', ...uncommitted]);
  });

  it('are those since a commit that the caller names', () => {
    expect(changedFiles(root, 'HEAD')).toEqual(uncommitted);
    expect(changedFiles(root, 'main')).toEqual(['committed.ts', ...uncommitted]);
  });

  it('are none of a base that is no commit: the error says what to name', () => {
    expect(() => changedFiles(root, 'mian')).toThrow(
      'mian is no commit of this repository: name a branch, a tag or a commit.',
    );
  });

  it('are only what is not committed where there is no main', () => {
    const other = repository({ 'a.ts': '' });
    git(other, 'branch', '--quiet', '--move', 'trunk');
    write(other, { 'b.ts': '' });
    expect(changedFiles(other)).toEqual(['b.ts']);
  });
});

describe('the tests of a change', () => {
  const root = repository({
    'src/base.ts': 'export interface Shape {}\nexport const one = 1;',
    'src/middle.ts': "export * from './base.ts';",
    'src/main.ts': "import './middle.ts';",
    'src/worker.mts': "import './base.ts';",
    'src/data/rows.csv': 'a',
    'src/reader.ts': "export const data = path.join(import.meta.dirname, 'data');",
    'src/imported.test.ts': "import { one } from './middle.ts';",
    'src/lazy.test.ts': "it('', async () => { await import('./middle.ts'); });",
    'src/typed.test.ts': "import type { Shape } from './base.ts';",
    'src/beside.test.ts': "const worker = path.join(import.meta.dirname, 'worker.mts');",
    'src/rows.test.ts': "import { data } from './reader.ts';",
    'test/support/helper.mjs': "export const start = path.join(root, 'src', 'main.ts');",
    'test/started.test.ts': "import { start } from './support/helper.mjs';",
    'test/command.test.ts': "spawn(node, ['--flag', 'src/main.ts', 'serve']);",
    'test/template.test.ts': 'spawn(`${root}/src/main.ts`);',
    'test/snapshot.test.ts': '',
    'test/__snapshots__/snapshot.test.ts.snap': '',
    'test/e2e/cluster.test.ts': "import '../../src/base.ts';",
    'test/e2e/global-setup.ts': "import '../../src/image.ts';",
    'src/image.ts': '',
    'test/long/chaos.test.ts': "import '../../src/base.ts';",
    'test/architecture/rules.test.ts': '',
    'test/other.test.ts': "import './support/other.ts'; // src/base.ts",
    'test/support/other.ts': '',
    'test/support/global-setup.ts':
      "offer({\n    'my-host': async () =>\n      await (await import('./host.ts')).start(),\n});",
    'test/support/host.ts': "import '../../src/served.ts';",
    'test/support/client.ts': 'await requestSharedServer(`my-host/${worker}`);',
    'test/served.test.ts': "import './support/client.ts';",
    'test/unserved.test.ts': "await requestSharedServer('database');",
    'src/served.ts': '',
    'docs/page.md': '',
    'package-lock.json': '{}',
  });

  const changing = (...files: readonly string[]): ReturnType<typeof changedTests> =>
    testsOf(files, readSourceTree(root));
  const architecture = 'test/architecture/rules.test.ts';

  it('are those that import it, now or later, or start what imports it', () => {
    expect(changing('src/base.ts')).toEqual({
      changed: ['src/base.ts'],
      everything: [],
      files: [
        'src/beside.test.ts',
        'src/imported.test.ts',
        'src/lazy.test.ts',
        architecture,
        'test/command.test.ts',
        'test/started.test.ts',
        'test/template.test.ts',
      ],
      nodes: [],
      endToEnd: ['test/e2e/cluster.test.ts'],
      untested: [],
    });
  });

  it('have helpers and data between them and the change', () => {
    expect(changing('test/support/helper.mjs').files).toEqual([
      architecture,
      'test/started.test.ts',
    ]);
    expect(changing('src/data/rows.csv').files).toEqual(['src/rows.test.ts']);
    expect(changing('src/worker.mts').files).toEqual(['src/beside.test.ts', architecture]);
  });

  it('are those that request the shared server that loads the changed file', () => {
    expect(changing('src/served.ts').files).toEqual([architecture, 'test/served.test.ts']);
  });

  it('are all of the end-to-end suite when its images or its cluster are made of the change', () => {
    expect(changing('src/image.ts')).toMatchObject({
      files: [architecture],
      endToEnd: ['test/e2e/cluster.test.ts'],
    });
  });

  it('are the test itself, or that of a snapshot', () => {
    expect(changing('test/other.test.ts').files).toEqual([architecture, 'test/other.test.ts']);
    const snapshot = 'test/__snapshots__/snapshot.test.ts.snap';
    expect(changing(snapshot).files).toEqual(['test/snapshot.test.ts']);
  });

  it('name the changes that no test reads, and those on which every test depends', () => {
    expect(changing('docs/page.md', 'package-lock.json')).toMatchObject({
      files: [],
      untested: ['docs/page.md'],
      everything: ['package-lock.json'],
    });
  });

  it('follow from the working tree', () => {
    write(root, { 'test/new.test.ts': "import './support/other.ts';" });
    rmSync(path.join(root, 'test/other.test.ts'));
    expect(changedTests(root)).toMatchObject({
      changed: ['test/new.test.ts', 'test/other.test.ts'],
      files: [architecture, 'test/new.test.ts'],
    });
  });
});

describe('the tests of a change of this repository', () => {
  const root = path.resolve(import.meta.dirname, '..');
  const tree = readSourceTree(root);
  const ofNodes = 'test/parity/nodes/examples.test.ts';
  const endToEndTests = [...tree.files]
    .filter((file) => /^test\/e2e\/.*\.test\.ts$/.test(file))
    .sort();

  it('are for a node those that name it or all nodes, and the tests of nodes for it alone', () => {
    for (const file of ['top-rows.ts', 'examples/top-rows-examples.ts']) {
      const tests = testsOf([`runner/nodes/clean/${file}`], tree);
      expect(tests).toMatchObject({ nodes: ['topRows'], untested: [] });
      expect(tests.files).toContain('runner/nodes/index.test.ts');
      expect(tests.files).toContain('test/contract/node-specs.test.ts');
      expect(tests.files.filter((test) => test.startsWith('test/parity/nodes/'))).toEqual([]);
      expect(tests.files.length).toBeLessThan(60);
    }
  });

  it('are for a file of several nodes those of each', () => {
    const { nodes: ids } = testsOf(['runner/nodes/chart/line-node.ts'], tree);
    expect(ids).toEqual(['chartArea', 'chartLine']);
  });

  it('are the tests of all nodes when something else needs them, or many nodes changed', () => {
    const node = 'runner/nodes/clean/top-rows.ts';
    for (const other of ['runner/plan/traits.ts', 'runner/nodes/rules/column-list.ts']) {
      const tests = testsOf([node, other], tree);
      expect(tests.nodes).toEqual([]);
      expect(tests.files).toContain(ofNodes);
    }
  });

  it('include those that start the process that loads the changed file', () => {
    const { files } = testsOf(['runner/formats/ingest.ts'], tree);
    expect(files).toContain('runner/process/runner-process.test.ts');
    expect(files).toContain('test/contract/upload-parsing-cases.test.ts');
    const ofFlows = testsOf(['api/features/flows/routes.ts', 'prisma/migrate.ts'], tree).files;
    expect(ofFlows).toContain('api/features/flows/flows.test.ts');
    expect(ofFlows).toContain('test/contract/everywhere/flows-cases.test.ts');
    expect(testsOf(['runner/scripts/python/worker.py'], tree).files).toContain(ofNodes);
    expect(testsOf(['prisma/schema.prisma'], tree).files).toContain('prisma/migrate.test.ts');
  });

  it.each(['docs/nodes.md', 'docs/expressions.md', 'docs/nodes/sortRows.md'])(
    'are for the generated page %s those that compare it with what is served',
    (page) => {
      const { files, endToEnd } = testsOf([page], tree);
      expect(files).toContain('test/contract/reference-pages.test.ts');
      expect(files.length).toBeLessThan(10);
      expect(endToEnd).toEqual([]);
    },
  );

  it('are for the Dockerfile those of its script and all of the end-to-end suite', () => {
    const { files, endToEnd } = testsOf(['Dockerfile'], tree);
    expect(files).toContain('test/images/trace-image.test.ts');
    expect(endToEnd).toEqual(endToEndTests);
  });

  it('are for every file of the chart those that render it and all of the end-to-end suite', () => {
    for (const name of ['values.yaml', 'files/test-flow.mjs', 'files/rbac/any.yaml']) {
      const { files, endToEnd } = testsOf([`charts/millrace/${name}`], tree);
      expect(files).toContain('test/chart/render.test.ts');
      expect(endToEnd).toEqual(endToEndTests);
    }
  });

  it('are all of the end-to-end suite for a file that its configuration names', () => {
    const names = [...tree.files].filter((file) =>
      /^test\/e2e\/[^/]+(?<!\.test)\.[jt]s$/.test(file),
    );
    expect(names).toContain('test/e2e/executor-tests.js');
    for (const name of names) {
      expect(testsOf([name], tree)).toMatchObject({ endToEnd: endToEndTests, untested: [] });
    }
  });

  it('are not those that share a list with a test of the changed file', () => {
    const { files } = testsOf(['api/features/flows/routes.ts'], tree);
    expect(files).toContain('test/contract/property-based-client.test.ts');
    expect(files).not.toContain(ofNodes);
  });

  it('know the file of each transform node', () => {
    const ids = nodes.filter(({ kind }) => kind === 'transform').map(({ id }) => id);
    expect([...nodeFiles(tree).values()].sort()).toEqual(ids.sort());
  });

  it('exist for each file that is no source, but for texts and settings of tools', () => {
    const unread =
      /^(?:\.|docs\/adr\/|client\/|k8s\/kind|tsconfig\.json$|(?:.*\/)?(?:LICENSE|NOTICE)$)/;
    const data = [...tree.files].filter((file) => !isSource(file) && !file.endsWith('.snap'));
    const untested = data.filter(
      (file) => !unread.test(file) && testsOf([file], tree).untested.length > 0,
    );
    // Name the file in a source, or say in STANDS_FOR of changed-tests.ts what reads it.
    expect(untested.filter((file) => !file.startsWith('test/bench/'))).toEqual([]);
    expect(dependents(tree, ['README.md']).size).toBeGreaterThan(1);
  });
});
