// Writes the CustomResourceDefinitions of the chart from the schemas of kubernetes/resources.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { dump } from 'js-yaml';
import { definitions } from '../kubernetes/resources/crd-files.ts';

const folder = path.resolve(import.meta.dirname, '..', 'charts', 'millrace', 'files', 'crds');
for (const [file, definition] of Object.entries(definitions())) {
  writeFileSync(path.join(folder, file), dump(definition, { noRefs: true, lineWidth: 100 }));
}
