import type { IncomingMessage } from 'node:http';
import { Transform, type Readable } from 'node:stream';
import busboy from 'busboy';
import { invalid } from '../../domain/errors.ts';
import { ApiError, incompleteBody, ValidationFailedError } from '../../http/errors.ts';

/** A file that is being uploaded. */
export interface IncomingFile {
  readonly fileName: string;
  readonly content: Readable;
}

export interface MultipartOptions {
  /** The name of the form field of the file. */
  readonly field: string;
  readonly maxBytes: number;
}

/** A form whose body was read completely. */
export interface ReceivedForm<T> {
  /** The result of `receive`. */
  readonly file: T;
  /** The text fields; a repeated field has all its values. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
}

/** The maximum size of a form besides its file: boundaries, part headers, small fields. */
const FORM_OVERHEAD_BYTES = 64 * 1024;
const LIMITS = { fields: 40, fieldNameSize: 200, fieldSize: 16 * 1024, parts: 60, headerPairs: 50 };

/**
 * Streams the file of a multipart body to `receive`, one chunk at a time.
 * @param receive must read the content to its end, or throw
 * @returns the result of `receive` and the other fields, after the end of the body
 * @throws ApiError 413 when the file exceeds the limit, 422 without a file; DomainError invalid for a broken body
 */
export async function receiveMultipartFile<T>(
  request: IncomingMessage,
  options: MultipartOptions,
  receive: (file: IncomingFile) => Promise<T>,
): Promise<ReceivedForm<T>> {
  const parser = openParser(request, options);
  const received = Promise.withResolvers<ReceivedForm<T>>();
  const fields = new Map<string, string[]>();
  let isReceiving = false;
  let fieldFault = missingFile(options);
  const fail = (error: unknown): void => {
    received.reject(asFormFault(error));
    request.unpipe(parser);
    parser.destroy();
  };
  parser.on('file', (name, content, { filename }) => {
    content.on('error', ignore);
    if (name !== options.field || isReceiving || !filename) {
      content.resume();
      return;
    }
    isReceiving = true;
    const bounded = content.pipe(new BoundedStream(options.maxBytes));
    bounded.on('error', ignore);
    content.once('error', (error) => bounded.destroy(error));
    const work = receive({ fileName: filename, content: bounded });
    Promise.all([work, ended]).then(([result]) => {
      received.resolve({ file: result, fields });
    }, fail);
  });
  parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
    if (name === options.field) fieldFault = notAFile(options);
    if (nameTruncated || valueTruncated) fail(tooLong(name));
    fields.set(name, [...(fields.get(name) ?? []), value]);
  });
  parser.once('fieldsLimit', () => {
    fail(invalid(`The form has more than ${LIMITS.fields} fields`));
  });
  const ended = untilParsed(request, parser);
  ended.then(() => {
    if (!isReceiving) received.reject(fieldFault);
  }, fail);
  request.pipe(parser);
  return await received.promise;
}

/** A listener for streams whose error is reported elsewhere; without one the process would end. */
function ignore(): void {
  // The error is reported elsewhere.
}

function openParser(request: IncomingMessage, options: MultipartOptions): busboy.Busboy {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) throw missingFile(options);
  if (Number(request.headers['content-length']) > options.maxBytes + FORM_OVERHEAD_BYTES) {
    throw tooLarge(options.maxBytes);
  }
  try {
    return busboy({ headers: request.headers, defParamCharset: 'utf8', limits: LIMITS });
  } catch (error) {
    throw asFormFault(error);
  }
}

/** Settles at the end of the body or at the first error. */
function untilParsed(request: IncomingMessage, parser: busboy.Busboy): Promise<void> {
  return new Promise((resolve, reject) => {
    parser.once('close', resolve);
    // The parser may emit several errors: one for each broken part header of a chunk.
    parser.on('error', reject);
    const breakOff = (): void => {
      const error = incompleteBody();
      parser.destroy(error);
      reject(error);
    };
    // Only the client connection fails here; its code must not look like that of a backend server.
    request.once('error', breakOff);
    // A stalled body is closed without an error, which a pipe does not forward.
    request.once('close', () => {
      if (!request.readableEnded) breakOff();
    });
    // A closed request emits no further `close`: its sender went away before it was read.
    if (request.destroyed && !request.readableEnded) breakOff();
  });
}

/** Forwards bytes and fails at the first one beyond the limit. */
export class BoundedStream extends Transform {
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    super();
    this.#maxBytes = maxBytes;
  }

  override _transform(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error: Error | null, chunk?: Buffer) => void,
  ): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#maxBytes) done(tooLarge(this.#maxBytes));
    else done(null, chunk);
  }
}

/** Errors of busboy concern the form; errors of `receive` stay as they are. */
function asFormFault(error: unknown): unknown {
  const isForm =
    error instanceof Error &&
    /^(Malformed|Multipart|Unexpected end of|Unsupported content)/.test(error.message);
  return isForm
    ? invalid('The multipart body is broken or ended early; send the file again')
    : error;
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError(
    413,
    `The file is larger than ${Math.floor(maxBytes / (1024 * 1024))} MB, the setting MAX_UPLOAD_SIZE_MB`,
  );
}

function tooLong(field: string): ApiError {
  return new ValidationFailedError([
    {
      loc: ['body', field],
      msg: `Value error, a field has at most ${LIMITS.fieldSize} bytes`,
      type: 'string_too_long',
    },
  ]);
}

function missingFile({ field }: MultipartOptions): ApiError {
  return new ValidationFailedError([
    { loc: ['body', field], msg: 'Field required', type: 'missing' },
  ]);
}

function notAFile({ field }: MultipartOptions): ApiError {
  return new ValidationFailedError([
    { loc: ['body', field], msg: 'Value error, expected a file, got text', type: 'value_error' },
  ]);
}
