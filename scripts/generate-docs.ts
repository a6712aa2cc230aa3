// Writes docs/nodes.md and docs/expressions.md from the registry of node types and functions.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { REFERENCES, referenceFile } from '../api/reference/references.ts';

for (const reference of REFERENCES) {
  const file = path.resolve(import.meta.dirname, '..', referenceFile(reference));
  await writeFile(file, `${reference.markdown()}\n`);
}
