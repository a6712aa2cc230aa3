import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { ApiError } from '../errors.ts';
import { matchesIfNoneMatch } from '../requests/matches-if-none-match.ts';
import { readByteRange, sliceOfStream } from './byte-range.ts';
import { streamBody } from './stream-body.ts';

/** A file to send. It is opened only when its content is needed. */
export interface FileResponse {
  readonly fileName: string;
  readonly bytes: number;
  /** The entity tag without quotes: equal tags mean equal content. */
  readonly tag: string;
  readonly lastModified: Date;
  open(): Promise<Readable>;
}

/**
 * Streams a file as a download: the whole file, one range of it, or 304 when the client has it already.
 * @throws ApiError 416 for a range outside the file
 */
export async function sendFile(
  request: Request,
  response: Response,
  file: FileResponse,
): Promise<void> {
  response.setHeader('Content-Type', 'application/octet-stream');
  response.setHeader('Content-Disposition', attachment(file.fileName));
  response.setHeader('ETag', `"${file.tag}"`);
  response.setHeader('Last-Modified', file.lastModified.toUTCString());
  response.setHeader('Accept-Ranges', 'bytes');
  if (isNotModified(request, file)) {
    response.status(304).end();
    return;
  }
  const range = isRangeCurrent(request, file)
    ? readByteRange(request.get('range'), file.bytes)
    : null;
  if (range === 'unsatisfiable') {
    throw new ApiError(416, `The file has only ${file.bytes} bytes`, {
      'Content-Range': `bytes */${file.bytes}`,
    });
  }
  const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
  response.setHeader('Content-Length', end - start + 1);
  if (range !== null) {
    response.status(206).setHeader('Content-Range', `bytes ${start}-${end}/${file.bytes}`);
  }
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const body = await file.open();
  await streamBody(response, body, ...(range === null ? [] : [sliceOfStream(range)]));
}

/** The name is always quoted, since some clients parse only that. Other than ASCII it has the RFC 8187 form too. */
function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const extended = plain === fileName ? '' : `; filename*=UTF-8''${encoded}`;
  return `attachment; filename="${plain}"${extended}`;
}

/** Whether the client has the current content (RFC 9110: `If-None-Match` takes precedence). */
function isNotModified(request: Request, file: FileResponse): boolean {
  const tags = request.get('if-none-match');
  if (tags !== undefined) return matchesIfNoneMatch(tags, `"${file.tag}"`);
  const since = Date.parse(request.get('if-modified-since') ?? '');
  return since >= Math.floor(file.lastModified.getTime() / 1000) * 1000;
}

/** Whether `If-Range` names the current content. Otherwise the whole file is sent. */
function isRangeCurrent(request: Request, file: FileResponse): boolean {
  const condition = request.get('if-range');
  return (
    condition === undefined ||
    condition === `"${file.tag}"` ||
    condition === file.lastModified.toUTCString()
  );
}
