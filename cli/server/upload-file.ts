import { randomUUID } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { UserError } from '../../runner/domain/errors.ts';
import { ProgressLine } from '../progress-line.ts';
import { readFileStream } from '../read-file-stream.ts';
import { STANDARD_STREAM } from '../standard-stream.ts';
import type { ServerAddress } from './address.ts';
import { authorization, jsonAnswer, textOf, urlOf, type JsonAnswer } from './api-client.ts';
import type { AnswerOf, Call, UploadFields } from './operations.ts';
import { refused, unreachable } from './server-error.ts';

export interface Upload {
  /** A path, or `-`. */
  readonly file: string;
  /** Name of the dataset; its extension determines the format. */
  readonly name: string;
  readonly query: Readonly<
    Record<keyof NonNullable<Call<'uploadDataset'>['query']>, string | undefined>
  >;
  readonly fields: UploadFields;
}

/** Timeout of the response: the server ingests the file for up to half an hour. */
const ANSWER_WITHIN_MS = 35 * 60_000;
const MEGABYTE = 1_000_000;

/**
 * Streams a file to a server. It is never retried, because a second upload would create another version.
 * @throws AnswerError when the server rejects the file
 * @throws UnreachableError when there is no response
 * @throws UserError when the file cannot be read
 */
export async function uploadFile(
  address: ServerAddress,
  upload: Upload,
): Promise<JsonAnswer<AnswerOf<'uploadDataset'>>> {
  // Node's fetch times out after five minutes and sends no length for a stream.
  const { request } = await import('undici');
  const line = new ProgressLine();
  const form = formOf(upload, line);
  try {
    const response = await request(urlOf(address, 'uploadDataset', { query: upload.query }), {
      method: 'POST',
      headers: { ...authorization(address), ...form.headers },
      body: form.body,
      headersTimeout: ANSWER_WITHIN_MS,
    }).catch((error: unknown) => {
      throw error instanceof UserError ? error : unreachable(address, error);
    });
    const status = response.statusCode;
    const text = await textOf(address, response.body);
    if (status >= 200 && status < 300)
      return jsonAnswer<AnswerOf<'uploadDataset'>>(address, { status, text });
    throw refused(address, { status, headers: plainHeaders(response.headers), text });
  } finally {
    line.clear();
  }
}

interface Form {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

/** Builds a multipart body with fields and one file (RFC 7578). */
function formOf({ file, name, fields }: Upload, line: ProgressLine): Form {
  const boundary = `millrace-${randomUUID()}`;
  const before = Object.entries(fields).flatMap(([field, value]) =>
    value === undefined
      ? []
      : [`--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`],
  );
  const head = Buffer.from(
    `${before.join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quoted(name)}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const bytes = file === STANDARD_STREAM ? null : statSync(file).size;
  const content = bytes === null ? process.stdin : contentOf(file, bytes);
  const length: Record<string, string> =
    bytes === null ? {} : { 'Content-Length': String(head.length + bytes + tail.length) };
  async function* parts(): AsyncGenerator<Uint8Array, undefined> {
    yield head;
    let sent = 0;
    for await (const chunk of readFileStream(file, content)) {
      yield chunk;
      sent += chunk.length;
      const all = bytes === null ? '' : ` of ${megabytes(bytes)}`;
      line.show(`uploading ${name}: ${megabytes(sent)}${all} MB`);
    }
    if (sent < (bytes ?? 0)) throw new UserError(`${file} has become shorter meanwhile.`);
    line.show(`uploaded ${name}; the server reads it`);
    yield tail;
    return undefined;
  }
  return {
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}`, ...length },
    body: Readable.from(parts()),
  };
}

/** Limits the content to the announced length, since the file may grow. */
function contentOf(file: string, bytes: number): Readable {
  return bytes === 0 ? Readable.from([]) : createReadStream(file, { end: bytes - 1 });
}

function megabytes(bytes: number): string {
  return (bytes / MEGABYTE).toFixed(1);
}

/** Escapes a file name as browsers do. */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function plainHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Headers {
  return new Headers(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
}
