import { fileChunks } from '../text/file-chunks.ts';
import { InvalidUtf8Error } from '../text/invalid-utf8.ts';
import { Utf8Validator } from '../text/utf8-validator.ts';
import { DelimitedScanner } from './delimited-scanner.ts';
import type { DelimitedScan, ScanRequest } from './scan-request.ts';

/**
 * Scans a UTF-8 file of delimited text once, in bounded memory. Counts its records, collects the evidence
 * for the type of every column and detects text that a strict reader would reject.
 * @throws UserError with the line of a row longer than the header, an open quote or a NUL byte
 * @throws InvalidUtf8Error with the line
 */
export async function scanDelimited(request: ScanRequest): Promise<DelimitedScan> {
  const scanner = new DelimitedScanner(request);
  const utf8 = new Utf8Validator();
  for await (const chunk of fileChunks(request.path)) {
    if (!utf8.push(chunk)) {
      throw new InvalidUtf8Error(request.fileName, scanner.line + utf8.validLines);
    }
    scanner.push(chunk);
  }
  if (!utf8.end()) throw new InvalidUtf8Error(request.fileName, scanner.line);
  return scanner.end();
}
