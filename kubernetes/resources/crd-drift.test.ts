import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { definitions } from './crd-files.ts';

const folder = path.resolve(import.meta.dirname, '..', '..', 'charts', 'millrace', 'files', 'crds');

describe("the chart's CustomResourceDefinitions", () => {
  it.each(Object.entries(definitions()))(
    '%s equals the definition that the schemas generate',
    (file, definition) => {
      // To regenerate it, run `npm run generate:crds`.
      expect(load(readFileSync(path.join(folder, file), 'utf8'))).toEqual(definition);
    },
  );

  it('are small enough for a release Secret of Helm', () => {
    const sizes = Object.keys(definitions()).map((file) => statSync(path.join(folder, file)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(100_000);
  });
});
