import type { FileIrregularity } from '../../domain/file-irregularity.ts';
import { EVIDENCE, typeOfEvidence } from '../column-evidence.ts';
import { headerNames } from '../header-names.ts';
import type { DelimitedScan } from './scan-request.ts';

/** Returns what plain readers would read differently in the header and the cells of a file. */
export function irregularitiesOfColumns(
  header: readonly string[],
  scan: DelimitedScan,
): readonly FileIrregularity[] {
  const found = new Set<FileIrregularity>(scan.evidence.flatMap(irregularitiesOfCells));
  const names = headerNames(header);
  if (header.some((cell, index) => cell !== names[index])) found.add('renamed_columns');
  return [...found];
}

/** Texts are read as they are; numbers and booleans have forms that only some readers know. */
function irregularitiesOfCells(evidence: number): readonly FileIrregularity[] {
  const has = (bits: number): boolean => (evidence & bits) !== 0;
  const type = typeOfEvidence(evidence);
  if (type === 'string') return [];
  const found: FileIrregularity[] = [];
  if (has(EVIDENCE.padded | EVIDENCE.blank)) found.push('padded_cells');
  if (has(EVIDENCE.special)) found.push('nan_cells');
  if (has(EVIDENCE.booleanCase)) found.push('boolean_case');
  if (type === 'float' && has(EVIDENCE.beyondInt64)) found.push('large_integers');
  return found;
}
