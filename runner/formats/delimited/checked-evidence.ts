import { EVIDENCE, floatEvidence, integerEvidence } from '../column-evidence.ts';
import { CHECK } from './cell-automaton.ts';
import { MAX_NUMBER_BYTES } from './scan-mode.ts';

/** Returns the evidence of a cell with the form of a number, which its digits decide. @param text of numberText */
export function checkedEvidence(check: number, text: string): number {
  if (check === CHECK.decimal) return EVIDENCE.float;
  if (text.length > MAX_NUMBER_BYTES) return EVIDENCE.text;
  return check === CHECK.integer ? integerEvidence(text) : floatEvidence(text);
}

/** The number of a cell, with a decimal point. @param raw with its quotes */
export function numberText(raw: string): string {
  return raw.replaceAll('"', '').trim().replace(',', '.');
}
