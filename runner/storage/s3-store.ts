import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type * as Sdk from '@aws-sdk/client-s3';
import { MAX_PUT_ATTEMPTS, conflictBackoffMs } from './conflict-backoff.ts';
import { checkObjectKey, checkObjectPrefix } from './object-key.ts';
import {
  ObjectExistsError,
  ObjectNotFoundError,
  type ObjectInfo,
  type ObjectStore,
} from './object-store.ts';
import { s3ClientConfig, type S3Options } from './s3-client-config.ts';
import { trimEndCharacters } from '../domain/trim-end-characters.ts';

/** S3 copies objects up to this size in one call; larger ones are downloaded and uploaded. */
const MAX_COPY_BYTES = 5 * 1024 ** 3;
/** The maximum of S3. */
const DELETE_BATCH_SIZE = 1000;

/** Stores objects below a prefix in a bucket of any S3 server. The SDK is loaded on first use. */
export class S3Store implements ObjectStore {
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #options: S3Options;
  readonly #wait: (ms: number) => Promise<unknown>;
  #connecting: Promise<Connection> | undefined;
  #client: Sdk.S3Client | undefined;

  constructor(at: { readonly bucket: string; readonly prefix: string }, options: S3Options) {
    const trimmed = trimEndCharacters(at.prefix, '/');
    checkObjectPrefix(trimmed);
    this.#bucket = at.bucket;
    this.#prefix = trimmed === '' ? '' : `${trimmed}/`;
    this.#options = options;
    this.#wait = options.wait ?? delay;
  }

  async put(
    key: string,
    body: Readable | Uint8Array | string,
    options: { readonly ifAbsent?: boolean } = {},
  ): Promise<ObjectInfo> {
    const target: Sdk.PutObjectCommandInput = {
      ...this.#at(key),
      ...(options.ifAbsent === true ? { IfNoneMatch: '*' } : {}),
    };
    try {
      return body instanceof Readable
        ? await this.#upload(key, target, body)
        : await this.#putWhole(key, target, Buffer.from(body));
    } catch (error) {
      throw statusOf(error) === 412 ? new ObjectExistsError(key) : error;
    }
  }

  async putFile(key: string, file: string): Promise<ObjectInfo> {
    const info = await this.put(key, createReadStream(file));
    await rm(file, { force: true });
    return info;
  }

  async get(key: string): Promise<{ readonly body: Readable; readonly bytes: number }> {
    const { client, sdk } = await this.#connect();
    const request = client.send(new sdk.GetObjectCommand(this.#at(key)));
    const response = await translateNotFound(key, request);
    if (!(response.Body instanceof Readable)) throw new Error(`S3 sent no content for ${key}`);
    return { body: response.Body, bytes: response.ContentLength ?? 0 };
  }

  async getText(key: string): Promise<string> {
    const { body } = await this.get(key);
    return Buffer.concat(await body.toArray()).toString('utf8');
  }

  async head(key: string): Promise<ObjectInfo | null> {
    const { client, sdk } = await this.#connect();
    try {
      const response = await client.send(new sdk.HeadObjectCommand(this.#at(key)));
      return { key, bytes: response.ContentLength ?? 0 };
    } catch (error) {
      if (statusOf(error) === 404) return null;
      throw error;
    }
  }

  async *list(prefix: string): AsyncIterable<ObjectInfo> {
    checkObjectPrefix(prefix);
    const { client, sdk } = await this.#connect();
    const request = { Bucket: this.#bucket, Prefix: this.#prefix + prefix };
    for await (const page of sdk.paginateListObjectsV2({ client }, request)) {
      for (const { Key, Size } of page.Contents ?? []) {
        if (Key !== undefined) yield { key: Key.slice(this.#prefix.length), bytes: Size ?? 0 };
      }
    }
  }

  async move(from: string, to: string): Promise<void> {
    const found = await this.head(from);
    if (found === null) throw new ObjectNotFoundError(from);
    const { client, sdk } = await this.#connect();
    if (found.bytes > MAX_COPY_BYTES) {
      await this.put(to, (await this.get(from)).body);
    } else {
      const source = this.#at(from);
      const CopySource = [source.Bucket, ...source.Key.split('/')]
        .map(encodeURIComponent)
        .join('/');
      const copy = new sdk.CopyObjectCommand({ ...this.#at(to), CopySource });
      await translateNotFound(from, client.send(copy));
    }
    await this.delete(from);
  }

  async delete(key: string): Promise<void> {
    const { client, sdk } = await this.#connect();
    await client.send(new sdk.DeleteObjectCommand(this.#at(key)));
  }

  async deletePrefix(prefix: string): Promise<void> {
    let batch: string[] = [];
    for await (const { key } of this.list(prefix)) {
      batch.push(key);
      if (batch.length < DELETE_BATCH_SIZE) continue;
      await this.#deleteBatch(batch);
      batch = [];
    }
    if (batch.length > 0) await this.#deleteBatch(batch);
  }

  async localFile(key: string, scratch: string): Promise<string> {
    const { body } = await this.get(key);
    await mkdir(scratch, { recursive: true });
    const file = path.join(scratch, randomUUID() + path.posix.extname(key));
    await pipeline(body, createWriteStream(file, { flags: 'wx' }));
    return file;
  }

  close(): void {
    this.#client?.destroy();
  }

  #at(key: string): { Bucket: string; Key: string } {
    checkObjectKey(key);
    return { Bucket: this.#bucket, Key: this.#prefix + key };
  }

  async #putWhole(
    key: string,
    target: Sdk.PutObjectCommandInput,
    body: Buffer,
  ): Promise<ObjectInfo> {
    const { client, sdk } = await this.#connect();
    for (let attempt = 1; ; attempt++) {
      try {
        await client.send(new sdk.PutObjectCommand({ ...target, Body: body }));
        return { key, bytes: body.length };
      } catch (error) {
        if (statusOf(error) !== 409 || attempt === MAX_PUT_ATTEMPTS) throw error;
      }
      await this.#wait(conflictBackoffMs(attempt));
    }
  }

  async #upload(
    key: string,
    target: Sdk.PutObjectCommandInput,
    body: Readable,
  ): Promise<ObjectInfo> {
    const [{ client }, { Upload }] = await Promise.all([
      this.#connect(),
      import('@aws-sdk/lib-storage'),
    ]);
    let bytes = 0;
    async function* counted(): AsyncGenerator<Buffer> {
      for await (const chunk of body as AsyncIterable<Buffer | string>) {
        const buffer = Buffer.from(chunk as Buffer);
        bytes += buffer.length;
        yield buffer;
      }
    }
    const upload = new Upload({ client, params: { ...target, Body: Readable.from(counted()) } });
    await upload.done();
    return { key, bytes };
  }

  async #deleteBatch(keys: readonly string[]): Promise<void> {
    const { client, sdk } = await this.#connect();
    const Objects = keys.map((key) => ({ Key: this.#prefix + key }));
    const response = await client.send(
      new sdk.DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } }),
    );
    const [failed] = response.Errors ?? [];
    if (failed !== undefined) {
      throw new Error(`S3 did not delete ${failed.Key ?? 'an object'}: ${failed.Message ?? ''}`);
    }
  }

  async #connect(): Promise<Connection> {
    this.#connecting ??= (async () => {
      const sdk = await import('@aws-sdk/client-s3');
      this.#client = new sdk.S3Client(s3ClientConfig(this.#options));
      return { sdk, client: this.#client };
    })();
    return await this.#connecting;
  }
}

interface Connection {
  readonly client: Sdk.S3Client;
  readonly sdk: typeof Sdk;
}

function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('$metadata' in error)) return undefined;
  return (error.$metadata as { readonly httpStatusCode?: number }).httpStatusCode;
}

/** Whether the object is missing, rather than its bucket. */
function isObjectMissing(error: unknown): boolean {
  return statusOf(error) === 404 && !(error instanceof Error && error.name === 'NoSuchBucket');
}

async function translateNotFound<T>(key: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isObjectMissing(error) ? new ObjectNotFoundError(key) : error;
  }
}
