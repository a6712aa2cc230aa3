import type { Request, RequestHandler } from 'express';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import { isNestedDeeper } from './json-depth.ts';
import { jsonErrorOffset } from '../../../runner/domain/json-error-offset.ts';
import { invalid } from '../../domain/errors.ts';
import { incompleteBody, payloadTooLarge, ValidationFailedError } from '../errors.ts';

/** Deeper nesting would overflow the stack when the value is serialized. */
const MAX_DEPTH = 256;
/** The first size of the buffer, which doubles as the body arrives. */
const INITIAL_BYTES = 16 * 1024;

export interface JsonBodyOptions {
  readonly maxBytes: number;
  /** False when an empty body and `null` mean `{}`. */
  readonly required: boolean;
}

/**
 * Parses the JSON body into `request.body`. Integers beyond 2^53 become `bigint`. Texts that PostgreSQL
 * cannot store (a NUL, half a surrogate pair) are rejected here for all routes.
 */
export function jsonBody(options: JsonBodyOptions): RequestHandler {
  return async function readJsonBody(request, _response, next) {
    request.body = parsedBody(await readBounded(request, options.maxBytes), request, options);
    // The validator compiles a schema for each content type it sees, so it sees only this one.
    request.headers['content-type'] = 'application/json';
    next();
  };
}

/** @throws ApiError 413 as soon as the body exceeds the limit, 400 when the connection closes early */
async function readBounded(request: Request, maxBytes: number): Promise<Buffer> {
  const tooLarge = payloadTooLarge(
    `The body is larger than ${maxBytes} bytes, the limit that SERVICE_MAX_JSON_BODY_MB sets`,
  );
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge;
  let body: Buffer = Buffer.allocUnsafe(Math.min(INITIAL_BYTES, maxBytes));
  let bytes = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      const received = chunk as Buffer;
      const end = bytes + received.length;
      if (end > maxBytes) throw tooLarge;
      if (end > body.length)
        body = enlarge(body, Math.min(maxBytes, Math.max(end, 2 * body.length)));
      // Copied, since each of many tiny chunks would keep an object of a hundred bytes.
      received.copy(body, bytes);
      bytes = end;
    }
  } catch (error) {
    // While the connection is open, an error is not the client's.
    throw request.destroyed ? incompleteBody() : error;
  }
  return body.subarray(0, bytes);
}

function enlarge(body: Buffer, size: number): Buffer {
  const larger = Buffer.allocUnsafe(size);
  body.copy(larger);
  return larger;
}

function parsedBody(raw: Buffer, request: Request, { required }: JsonBodyOptions): unknown {
  if (raw.length === 0) {
    if (required) throw bodyIssue([], 'Field required', 'missing');
    return {};
  }
  const { 'content-type': contentType, 'content-encoding': encoding = 'identity' } =
    request.headers;
  if (encoding !== 'identity') throw invalid('A compressed body is not supported');
  if (!isJson(contentType)) throw notAnObject();
  if (isNestedDeeper(raw, MAX_DEPTH)) {
    throw invalid(`The body is nested deeper than ${MAX_DEPTH} levels`);
  }
  const value = parseText(decode(raw));
  return value === null && !required ? {} : value;
}

function isJson(contentType: string | undefined): boolean {
  const mediaType = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return mediaType === 'application/json' || /^application\/[\w.-]+\+json$/.test(mediaType);
}

function decode(raw: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(raw);
  } catch {
    throw bodyIssue([], 'The body is not valid UTF-8', 'json_invalid');
  }
}

function parseText(text: string): unknown {
  let value: unknown;
  try {
    // The exact parser is slower, and only texts with long digit runs need it.
    value = /\d{16}/.test(text) ? exactJson.parse(text) : (JSON.parse(text) as unknown);
  } catch {
    throw notJson(text);
  }
  if (/\\u(?:0000|d[89a-f])/i.test(text) && !isStorable(value)) {
    throw invalid('A text in the body holds a NUL character or half of a surrogate pair');
  }
  return value;
}

function notJson(text: string): ValidationFailedError {
  const offset = jsonErrorOffset(text);
  if (offset === null) return bodyIssue([0], 'JSON decode error', 'json_invalid');
  const before = text.slice(0, offset).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  return bodyIssue(
    [offset],
    `JSON decode error: line ${before.length}, column ${column}`,
    'json_invalid',
  );
}

function isStorable(value: unknown): boolean {
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const item = pending.pop();
    if (typeof item === 'string' && (item.includes('\0') || !item.isWellFormed())) return false;
    if (typeof item !== 'object' || item === null) continue;
    for (const [key, child] of Object.entries(item)) pending.push(key, child);
  }
  return true;
}

function notAnObject(): ValidationFailedError {
  return bodyIssue(
    [],
    'Input should be a valid JSON object sent as application/json',
    'model_attributes_type',
  );
}

function bodyIssue(at: readonly number[], msg: string, type: string): ValidationFailedError {
  return new ValidationFailedError([{ loc: ['body', ...at], msg, type }]);
}
