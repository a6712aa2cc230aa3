import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..', '..');

it('names only paths that exist in the list of parts written by hand', () => {
  const file = path.join(root, 'docs', 'adr', '0005-what-is-written-by-hand.md');
  const text = readFileSync(file, 'utf8');
  const paths = [...text.matchAll(/`((?:api|cli|kubernetes|operator|prisma|runner)\/[\w./-]+)`/g)];
  expect(paths.length).toBeGreaterThan(20);
  const missing = paths.filter(([, name = '']) => !existsSync(path.join(root, name)));
  expect(missing.map(([, name]) => name)).toEqual([]);
});
