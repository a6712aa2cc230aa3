import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  blockSchema,
  configOptions,
  settingOptions,
  writeBlock,
} from '../../scripts/chart-options.ts';
import { documentValues } from '../../scripts/value-table.ts';
import { CHART } from './render.ts';

const FIX = 'run `node scripts/chart-values.ts` and format';

describe('the chart', () => {
  it.each([
    ['config', configOptions()],
    ['settings', settingOptions()],
  ] as const)(`matches the options of the service in the block %s (${FIX})`, (block, options) => {
    const values = read('values.yaml');
    expect(values).toBe(writeBlock(values, block, options));
    const schema = JSON.parse(read('values.schema.json'));
    expect(schema.definitions[block]).toEqual(blockSchema(options));
  });

  it(`documents every value in its README (${FIX})`, () => {
    const readme = read('README.md');
    expect(cells(readme)).toEqual(cells(documentValues(readme, read('values.yaml'))));
  });

  it('has the same version as the product, its images and its clients', () => {
    const { version } = JSON.parse(read('../../package.json'));
    expect(read('Chart.yaml')).toContain(`appVersion: '${version}'`);
    expect(read('README.md')).toContain(`REGISTRY/millrace-$part:${version}`);
    expect(read('../../Dockerfile')).toContain(`image.version="${version}"`);
    expect(JSON.parse(read('../../client/package.json'))).toMatchObject({ version });
  });
});

function read(file: string): string {
  return readFileSync(path.join(CHART, file), 'utf8');
}

/** Without the padding that the formatter adds to tables. */
function cells(markdown: string): string {
  return markdown.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');
}
