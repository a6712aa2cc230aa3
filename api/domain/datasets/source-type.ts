import type { FileFormat } from '../../../runner/domain/file-format.ts';

/** All versions of a dataset are files of one type, which flows that read it name. */
export function takesFormat(dataset: { readonly sourceType: string }, format: FileFormat): boolean {
  return dataset.sourceType === format;
}
