import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { FileWarning } from '../../domain/file-warning.ts';
import { UserError } from '../../domain/errors.ts';
import { countLineFeeds } from '../delimited/count-records.ts';
import { readHeadText } from '../delimited/choose-dialect.ts';
import { delimitedToParquet } from '../delimited/delimited-to-parquet.ts';
import { shownEncoding, DIALECT_SAMPLE_BYTES } from '../delimited/dialect.ts';
import { tableHint } from '../delimited/one-mark.ts';
import { CHUNK_BYTES, fileChunks, readHead } from './file-chunks.ts';
import type { FormatResult, FormatRequest } from '../ingest-request.ts';
import { inEncoding } from './guess-encoding.ts';
import { InvalidUtf8Error } from './invalid-utf8.ts';
import { LineEnds } from './line-ends.ts';
import { rejectUtf32 } from './utf32.ts';
import { withUtf8Copy } from './utf8-copy.ts';
import { Utf8Validator } from './utf8-validator.ts';

/**
 * Ingests lines of text into one column, `text`; an empty line is an empty text.
 * @throws UserError when the file is binary
 */
export async function ingestText(request: FormatRequest): Promise<FormatResult> {
  const head = await readHead(request.path, DIALECT_SAMPLE_BYTES);
  rejectUtf32(request.fileName, head);
  const shown = shownEncoding(head);
  return await inEncoding(request, { given: undefined, shown }, (encoding) =>
    withUtf8Copy(request, encoding, (path) => stageLines(request, path)),
  );
}

async function stageLines(request: FormatRequest, path: string): Promise<FormatResult> {
  await rejectBinary(request, path);
  const staged = `${request.dataPath}.staged`;
  const quoter = new LineQuoter();
  try {
    await pipeline(
      createReadStream(path, { encoding: 'utf8', highWaterMark: CHUNK_BYTES }),
      (chunks: AsyncIterable<string>) => quoter.quote(chunks),
      createWriteStream(staged),
    );
    const columns = [{ name: 'text', type: 'string' }] as const;
    const table = { path: staged, delimiter: ',', decimal: '.', columns } as const;
    await delimitedToParquet(request.pl, table, request.dataPath);
  } finally {
    await rm(staged, { force: true });
  }
  const hint = tableHint(await readHeadText(path), request);
  const message = `The file was read as lines of text, but ${hint}`;
  const warnings: FileWarning[] =
    hint === null ? [] : [{ code: 'guessed_delimiter', column: null, message }];
  return {
    rowCount: quoter.lines,
    parseOptions: null,
    warnings: [...warnings, ...quoter.ends.warnings()],
  };
}

async function rejectBinary(request: FormatRequest, path: string): Promise<void> {
  const utf8 = new Utf8Validator();
  let line = 1;
  for await (const chunk of fileChunks(path)) {
    if (chunk.includes(0)) {
      const found = line + countLineFeeds(chunk, 0, chunk.indexOf(0));
      throw new UserError(`${request.fileName} has a NUL byte in line ${found}: it is not text.`);
    }
    if (!utf8.push(chunk)) throw new InvalidUtf8Error(request.fileName, line + utf8.validLines);
    line += countLineFeeds(chunk);
  }
  if (!utf8.end()) throw new InvalidUtf8Error(request.fileName, line);
}

/** Writes each line as one quoted cell; LF, CR LF and CR end a line. */
class LineQuoter {
  lines = 0;
  readonly ends = new LineEnds();

  async *quote(chunks: AsyncIterable<string>): AsyncGenerator<string> {
    yield 'text\n';
    let within = false;
    let held = '';
    let first = true;
    for await (const chunk of chunks) {
      const whole = held + (first && chunk.startsWith('\ufeff') ? chunk.slice(1) : chunk);
      first = false;
      held = whole.endsWith('\r') ? '\r' : '';
      const text = held === '' ? whole : whole.slice(0, -1);
      if (text === '') continue;
      yield this.#cells(text, within);
      within = !/[\r\n]$/.test(text);
    }
    if (held !== '') yield this.#cells('\n', within);
    else if (within) yield '"\n';
  }

  /** @param within true when the text continues a line whose quote is already open */
  #cells(text: string, within: boolean): string {
    const lines = text.split(/\r\n|\n|\r/);
    const closed = /[\r\n]$/.test(text);
    this.#addEnds(text, this.lines + (within ? 0 : 1));
    if (closed) lines.pop();
    this.lines += lines.length - (within ? 1 : 0);
    const quoted = lines.join('\n').replaceAll('"', '""').replaceAll('\n', '"\n"');
    return `${within ? '' : '"'}${quoted}${closed ? '"\n' : ''}`;
  }

  /** @param line number of the first line of the text */
  #addEnds(text: string, line: number): void {
    if (!text.includes('\r')) {
      this.ends.addFeeds(text.split('\n').length - 1);
      return;
    }
    for (const [place, { 0: end, index }] of [...text.matchAll(/\r\n?|\n/g)].entries()) {
      if (end === '\r') this.ends.addReturn(text[index + 1] ?? '', line + place);
      else this.ends.addFeeds(1);
    }
  }
}
