import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The types of Node leave out that it is a line of a stack as text. */
interface Frame extends NodeJS.CallSite {
  toString(): string;
}

/**
 * Makes the stacks of errors name the sources of a bundle. Node's own option reads every map at the start, which takes
 * longer than the start; here a map is read when a stack that needs it is.
 * @param folder of the bundle
 */
export function mapStacks(folder: string): void {
  const maps = new Map<string, SourceMap | null>();
  Error.prepareStackTrace = (error, frames: readonly Frame[]) => {
    const lines = frames.map((frame) => `    at ${readFrame(frame, folder, maps)}`);
    return [headOf(error), ...lines].join('\n');
  };
}

function headOf(error: Error): string {
  try {
    return String(error);
  } catch {
    return 'Error';
  }
}

/** The stack of an error is read where nothing may be thrown. */
function readFrame(frame: Frame, folder: string, maps: Map<string, SourceMap | null>): string {
  try {
    return mappedFrame(frame, folder, maps);
  } catch {
    return frame.toString();
  }
}

function mappedFrame(frame: Frame, folder: string, maps: Map<string, SourceMap | null>): string {
  const [file, line, column] = [
    frame.getFileName() ?? '',
    frame.getLineNumber() ?? 1,
    frame.getColumnNumber() ?? 1,
  ];
  const shown = frame.toString();
  const chunk = file.startsWith('file:') ? fileURLToPath(file) : file;
  if (path.dirname(chunk) !== folder) return shown;
  if (!maps.has(chunk)) maps.set(chunk, readMap(chunk));
  const found = maps.get(chunk)?.findEntry(line - 1, column - 1);
  if (found === undefined || !('originalSource' in found)) return shown;
  const source = path.resolve(folder, found.originalSource);
  const place = `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  return shown.replace(`${file}:${line}:${column}`, () => place);
}

/** @returns null for a bundle without maps, whose stacks stay as they are */
function readMap(chunk: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${chunk}.map`, 'utf8')) as SourceMapPayload);
  } catch {
    return null;
  }
}
