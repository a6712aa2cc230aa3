import type { DetectedDialect } from '../../domain/detected-dialect.ts';
import { decodeText } from '../text/transcode.ts';
import { detectDecimal, detectDelimiter, detectEncoding } from './dialect.ts';

const UNKNOWN: DetectedDialect = { delimiter: null, encoding: null, decimal: null };

/** Detects the dialect of a delimited file from its first bytes, as an upload does. */
export function detectDialect(head: Buffer, format: 'csv' | 'tsv'): DetectedDialect {
  const encoding = detectEncoding(head);
  if (encoding === null) return UNKNOWN;
  const text = decodeText(head, encoding);
  // Not in UTF-16, in which NUL is no sign of binary data before it is decoded.
  if (text.includes('\0')) return UNKNOWN;
  const delimiter = format === 'tsv' ? null : detectDelimiter(text);
  const separator = format === 'tsv' ? '\t' : delimiter;
  const decimal = separator === null ? null : detectDecimal(text, separator);
  return { delimiter, encoding, decimal };
}
