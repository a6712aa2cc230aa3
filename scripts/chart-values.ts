// Generates the chart's values of the service options: two blocks of values.yaml with their schema, and
// the README's table of values from the comments in values.yaml.
//   node scripts/chart-values.ts
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { blockSchema, configOptions, settingOptions, writeBlock } from './chart-options.ts';
import { documentValues } from './value-table.ts';

const chart = path.resolve(import.meta.dirname, '..', 'charts', 'millrace');
const blocks = { config: configOptions(), settings: settingOptions() };

let values = read('values.yaml');
const schema = JSON.parse(read('values.schema.json')) as { definitions: Record<string, object> };
for (const [block, options] of Object.entries(blocks)) {
  values = writeBlock(values, block, options);
  schema.definitions[block] = blockSchema(options);
}
write('values.yaml', values);
write('values.schema.json', `${JSON.stringify(schema, null, 2)}\n`);
write('README.md', documentValues(read('README.md'), values));

function read(file: string): string {
  return readFileSync(path.join(chart, file), 'utf8');
}

function write(file: string, content: string): void {
  writeFileSync(path.join(chart, file), content);
}
