import { OUTPUT_SUFFIX, type FileFormat } from '../runner/domain/file-format.ts';

/** Returns the file name of an output node. Characters of the id that are unsafe in paths become `_`. */
export function outputFileName(nodeId: string, format: FileFormat): string {
  return `${nodeId.replaceAll(/[^A-Za-z0-9_-]/g, '_')}${OUTPUT_SUFFIX[format]}`;
}
