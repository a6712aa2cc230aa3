// Writes the table of values in the chart's README from the comments in its values.yaml.
//   node scripts/chart-values.ts
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { documentValues } from './value-table.ts';

const chart = path.resolve(import.meta.dirname, '..', 'charts', 'millrace');
const readme = path.join(chart, 'README.md');
const values = readFileSync(path.join(chart, 'values.yaml'), 'utf8');
writeFileSync(readme, documentValues(readFileSync(readme, 'utf8'), values));
