import { readFileSync } from 'node:fs';
import path from 'node:path';
import { exampleScripts } from './example-scripts.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../docs/exported-scripts');

it.each([...exampleScripts()])('exports docs/exported-scripts/%s as committed', (name, script) => {
  // After an intended change: npm run generate:docs
  expect(readFileSync(path.join(FOLDER, name), 'utf8')).toBe(script);
});
