import { OUTPUT_SUFFIX, type FileFormat } from '../runner/domain/file-format.ts';

/** The name of the file of an output node. Node ids are any text: only the harmless part of them is kept. */
export function outputFileName(nodeId: string, format: FileFormat): string {
  return `${nodeId.replaceAll(/[^A-Za-z0-9_-]/g, '_')}${OUTPUT_SUFFIX[format]}`;
}
