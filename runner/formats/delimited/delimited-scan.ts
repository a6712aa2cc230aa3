import { fileChunks } from '../text/file-chunks.ts';
import { InvalidUtf8Error, lineOfFault } from '../text/invalid-utf8.ts';
import { Utf8Validator } from '../text/utf8-validator.ts';
import { DelimitedScanner } from './delimited-scanner.ts';
import type { DelimitedScan, ScanRequest } from './scan-request.ts';

/**
 * Reads a UTF-8 file of delimited text once, in bounded memory: counts its records, gathers the
 * evidence for the type of every column and finds what a strict reader would stumble over.
 * @throws UserError naming the line of a row longer than the header, of an open quote or of a NUL byte
 * @throws InvalidUtf8Error naming the line
 */
export async function scanDelimited(request: ScanRequest): Promise<DelimitedScan> {
  const scanner = new DelimitedScanner(request);
  const utf8 = new Utf8Validator();
  for await (const chunk of fileChunks(request.path)) {
    const line = scanner.line;
    if (!utf8.push(chunk)) throw new InvalidUtf8Error(request.fileName, lineOfFault(chunk, line));
    scanner.push(chunk);
  }
  if (!utf8.end()) throw new InvalidUtf8Error(request.fileName, scanner.line);
  return scanner.end();
}
