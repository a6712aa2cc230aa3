import { EVIDENCE, floatEvidence, integerEvidence } from '../column-evidence.ts';
import { CHECK } from './cell-automaton.ts';
import { MAX_NUMBER_BYTES } from './scan-mode.ts';

/** Returns the evidence of a cell with the form of a number, which its digits decide. @param raw with its quotes */
export function checkedEvidence(check: number, raw: string): number {
  if (raw.length > MAX_NUMBER_BYTES) return EVIDENCE.text;
  const text = raw.replaceAll('"', '').trim().replace(',', '.');
  return check === CHECK.integer ? integerEvidence(text) : floatEvidence(text);
}
