import { OUTPUT_SUFFIX, type FileFormat } from '../runner/domain/file-format.ts';

/** Returns the file name of an output node. Characters of the id that are unsafe in paths become `_`. */
export function outputFileName(nodeId: string, format: FileFormat): string {
  return `${stemOf(nodeId)}${OUTPUT_SUFFIX[format]}`;
}

/**
 * Returns the file name of one of several output nodes, which differs from those of the others.
 * @param taken names in lower case, as some file systems compare them; the new name is added
 */
export function newOutputFileName(nodeId: string, format: FileFormat, taken: Set<string>): string {
  const stem = stemOf(nodeId);
  let name = outputFileName(nodeId, format);
  for (let count = 2; taken.has(name.toLowerCase()); count++) {
    name = `${stem}_${count}${OUTPUT_SUFFIX[format]}`;
  }
  taken.add(name.toLowerCase());
  return name;
}

function stemOf(nodeId: string): string {
  return nodeId.replaceAll(/[^A-Za-z0-9_-]/g, '_');
}
