import {
  EVIDENCE,
  exponentEvidence,
  floatEvidence,
  integerEvidence,
  plusEvidence,
} from '../column-evidence.ts';
import { CHECK } from './cell-automaton.ts';
import { MAX_NUMBER_BYTES } from './scan-mode.ts';

/** Returns the evidence of a cell with the form of a number, which its digits decide. @param text of numberText */
export function checkedEvidence(check: number, text: string): number {
  if (text.length > MAX_NUMBER_BYTES) return EVIDENCE.text;
  switch (check) {
    case CHECK.decimal:
      return floatEvidence(text);
    case CHECK.float:
      return exponentEvidence(text);
    case CHECK.plus:
      return plusEvidence(text);
    default:
      return integerEvidence(text);
  }
}

/** The number of a cell, with a decimal point. @param raw with its quotes */
export function numberText(raw: string): string {
  return raw.replaceAll('"', '').trim().replace(',', '.');
}
