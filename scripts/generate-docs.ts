// Writes docs/nodes.md, docs/nodes and docs/expressions.md from the registry of node types and functions, and the scripts
// in docs/exported-scripts.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exampleScripts } from '../runner/export/example-scripts.ts';
import { REFERENCES, referenceFile } from '../api/reference/references.ts';

// A page of a node type that is gone must not stay.
await rm(path.resolve(import.meta.dirname, '../docs/nodes'), { recursive: true, force: true });
for (const reference of REFERENCES) {
  const file = path.resolve(import.meta.dirname, '..', referenceFile(reference));
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${reference.markdown()}\n`);
}

for (const [name, script] of exampleScripts()) {
  await writeFile(path.resolve(import.meta.dirname, '../docs/exported-scripts', name), script);
}
