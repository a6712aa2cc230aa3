import { readdirSync } from 'node:fs';
import path from 'node:path';
import { contextFiles } from './project-images.ts';

const EXTRAS = path.resolve(import.meta.dirname, '..', '..', 'runner', 'extras');

it('a build reads the settings of npm of each extra, though their names begin with a dot', () => {
  const extras = readdirSync(EXTRAS, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const settings = extras.map(({ name }) => `runner/extras/${name}/.npmrc`);
  expect(settings).not.toEqual([]);
  expect(contextFiles()).toEqual(expect.arrayContaining(settings));
});

it('a build reads no test and no package', () => {
  const others = contextFiles().filter((file) => /\.test\.ts$|node_modules/.test(file));
  expect(others).toEqual([]);
});
