import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..', '..');

/** The test files that load the service themselves, which takes seconds each, with the reason. This list may only shrink. */
const FILES: Readonly<Record<string, string>> = {
  'api/features/datasets/lost-commit.test.ts': 'it replaces a query of a connection of the service',
  'api/features/lists.test.ts': 'it measures the turns of the event loop of the service',
  'api/http/responses/broken-downloads.test.ts': 'it replaces the object store of the service',
  'test/load/load.test.ts': 'it measures the turns of the event loop of the service',
};

it('only listed test files load the service, and the others start it in the host', () => {
  const tests = ['api', 'cli', 'kubernetes', 'operator', 'prisma', 'runner', 'test'].flatMap(
    (folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.test.ts'))
        .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/'))),
  );
  const loading = tests.filter((name) =>
    /\/(in-process-app|start-service)\.ts'/.test(readFileSync(path.join(root, name), 'utf8')),
  );
  expect(loading.toSorted()).toEqual(Object.keys(FILES));
});
